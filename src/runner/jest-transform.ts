import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { generateTestFile } from './generate-test-file.ts';
import { projectPath } from './project-files.ts';

/** What `transform: { '\\.scenario\\.ya?ml$': ['tracefold/jest-transform', { … }] }` takes. */
export interface JestTransformOptions {
  /** One test a leg, instead of one a document. Default: false. */
  readonly legs?: boolean;
}

/** The part of Jest's transform options that is used. */
interface TransformContext {
  readonly config: { readonly rootDir: string };
  readonly supportsStaticESM: boolean;
  readonly transformerConfig: unknown;
}

interface Transformed {
  readonly code: string;
  readonly map: object;
}

// The generated code and this module are released together: a new version is a new cache.
declare const TRACEFOLD_VERSION: string;

const runtime = (format: 'esm' | 'cjs'): string =>
  fileURLToPath(new URL(format === 'esm' ? './scenario-tests.js' : './scenario-tests.cjs', import.meta.url));

/** Turns a scenario file into a test file for Jest, as CommonJS or ESM. */
export function process(text: string, path: string, context: TransformContext): Transformed {
  const format = context.supportsStaticESM ? 'esm' : 'cjs';
  const { code, map } = generateTestFile({
    file: projectPath(context.config.rootDir, path) ?? path,
    root: context.config.rootDir,
    text,
    mapSource: path,
    runner: '@jest/globals',
    runtime: runtime(format),
    format,
    legs: optionsOf(context).legs ?? false,
    // Jest's graph is built by the dependency extractor.
    linkFiles: false,
    reader: null,
  });
  return { code, map };
}

/** All that the generated code depends on. */
export function getCacheKey(text: string, path: string, context: TransformContext): string {
  const parts = [
    TRACEFOLD_VERSION,
    runtime('cjs'),
    context.config.rootDir,
    path,
    String(context.supportsStaticESM),
    String(optionsOf(context).legs ?? false),
    text,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const optionsOf = (context: TransformContext): JestTransformOptions =>
  (context.transformerConfig ?? {}) as JestTransformOptions;
