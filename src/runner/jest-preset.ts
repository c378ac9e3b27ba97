// Jest preset: scenario files are test files. All that setting an option would take away is put back: Jest's own extensions and patterns,
// and babel-jest.
import { fileURLToPath } from 'node:url';

const sibling = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Jest knows a file, and whether it changed, only by one of these extensions. */
export const moduleFileExtensions: string[] = [
  ...['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'json', 'node'],
  ...['yaml', 'yml', 'jsonl', 'tla', 'cfg'],
];

export const testMatch: string[] = [
  '**/__tests__/**/*.?([mc])[jt]s?(x)',
  '**/?(*.)+(spec|test).?([mc])[jt]s?(x)',
  '**/*.scenario.{yaml,yml}',
];

export const transform: Record<string, string> = {
  '\\.[jt]sx?$': 'babel-jest',
  '\\.scenario\\.ya?ml$': sibling('./jest-transform.cjs'),
};

export const dependencyExtractor: string = sibling('./jest-dependency-extractor.cjs');
