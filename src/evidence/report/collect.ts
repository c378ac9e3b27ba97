import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../trace/json.ts';

// How results get from the tests to a reporter. Reporters live in another process than the tests, so what they want is in the environment,
// which workers inherit. Without a reporter nothing is collected and no evidence is built for it.

/** Environment variables that a reporter sets before the workers start. */
export const COLLECT = {
  /** `failures` or `all`: build evidence for them. */
  evidence: 'TRACEFOLD_EVIDENCE',
  /** Folder that tests append to, for runners whose tests cannot hand data to a reporter. */
  folder: 'TRACEFOLD_COLLECT',
  /** `1`: leave what is known of a model's guards. */
  guards: 'TRACEFOLD_GUARDS',
  /** `1`: annotate tests, where the runner has annotations. */
  annotate: 'TRACEFOLD_ANNOTATE',
} as const;

type Environment = { readonly [name: string]: string | undefined };

/** Whether a reporter asked for the evidence of a test that passed or failed. */
export function wantsEvidence(passed: boolean, env: Environment = process.env): boolean {
  const wanted = env[COLLECT.evidence];
  return wanted === 'all' || (wanted === 'failures' && !passed);
}

/** Whether a reporter asked for annotations. */
export const wantsAnnotations = (env: Environment = process.env): boolean => env[COLLECT.annotate] === '1';

/** Whether a reporter asked for what is known of a model's guards. */
export const wantsGuards = (env: Environment = process.env): boolean => env[COLLECT.guards] === '1';

/** Appends a line for the reporter; does nothing where none asked. A folder that is gone loses the report, never the test. */
export function collect(line: Json, env: Environment = process.env): void {
  const folder = env[COLLECT.folder];
  if (folder === undefined || folder === '') return;
  try {
    // A file for each process, so that lines of two workers never mix.
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
  } catch {
    // The reporter says that the folder cannot be read.
  }
}

/** Everything that was collected, in the order of the files' names; null if the folder cannot be read. */
export function readCollected(folder: string): readonly unknown[] | null {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  } catch {
    return null;
  }
}
