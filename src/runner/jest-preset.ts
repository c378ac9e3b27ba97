import { fileURLToPath } from 'node:url';

const sibling = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * Jest preset: scenario files are test files. All that setting an option would take away is put back: Jest's own extensions and
 * patterns, and babel-jest.
 */
const preset = {
  // Jest knows a file, and whether it changed, only by one of these extensions.
  moduleFileExtensions: [
    ...['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'json', 'node'],
    ...['yaml', 'yml', 'jsonl', 'tla', 'cfg'],
  ],
  testMatch: [
    '**/__tests__/**/*.?([mc])[jt]s?(x)',
    '**/?(*.)+(spec|test).?([mc])[jt]s?(x)',
    '**/*.scenario.{yaml,yml}',
  ],
  transform: {
    '\\.[jt]sx?$': 'babel-jest',
    '\\.scenario\\.ya?ml$': sibling('./jest-transform.cjs'),
  },
  dependencyExtractor: sibling('./jest-dependency-extractor.cjs'),
};

export default preset;
