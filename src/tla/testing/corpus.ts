import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../trace/json.ts';

/** Folder of the corpus: one module a construct or trap, and one configuration a verdict (`Name.cfg`, `Name.variant.cfg`). */
export const SPECS_FOLDER = join(import.meta.dirname, 'specs');

/** TLC's verdict on every case, one row a line; written by scripts/oracle/record-tlc.ts. */
export const VERDICTS_FILE = join(import.meta.dirname, 'verdicts.json');

/** One check of the corpus: a module with one of its configurations. */
export interface CorpusCase {
  /** File name of the module. */
  readonly spec: string;
  /** File name of the configuration. */
  readonly config: string;
  readonly specFile: string;
  readonly configFile: string;
  /** False where the configuration asks for the check without deadlocks (first line `\* flags: -deadlock`, TLC's own flag). */
  readonly deadlock: boolean;
}

/** What TLC said of a case. Counts are null where TLC's depend on the order of its search, which is wherever it stops early. */
export interface CorpusVerdict {
  readonly spec: string;
  readonly config: string;
  readonly deadlock: boolean;
  /** Release of TLC that said it; a later one where 2.19 does not know the construct. */
  readonly tlc: string;
  readonly outcome: 'ok' | 'invariant' | 'property' | 'deadlock' | 'assumption' | 'error';
  /** Violated invariant or property; null where there is none, and where TLC does not tell which of several it was. */
  readonly name: string | null;
  readonly initialStates: number | null;
  readonly distinctStates: number | null;
  readonly generatedStates: number | null;
  readonly depth: number | null;
  /** Action to the number of successor states that it generated, repeated ones included; null where TLC does not tell them apart. */
  readonly coverage: { readonly [action: string]: number } | null;
  /**
   * Number of states of the counterexample; the state that closes a lasso is counted once. The shortest possible for invariants and
   * deadlocks; a lasso's length differs from release to release.
   */
  readonly counterexampleLength: number | null;
  /** Index in the counterexample, from 0, of the state that follows the last one; null where it is no lasso. */
  readonly loopsTo: number | null;
  /** The counterexample in ITF encoding. One of several shortest ones, unless {@link hasOneTrace}. */
  readonly trace: readonly { readonly action: string | null; readonly state: { readonly [variable: string]: Json } }[];
  /** Which part of the input TLC refused: `parse`, `config`, `evaluation`, or `crashed` where TLC itself broke down on it. */
  readonly errorKind: string | null;
  /** Line that TLC names for an error, in the module or one that it uses. */
  readonly errorLine: number | null;
}

/** Whether no other counterexample is as short: then its values are TLC's results, to be compared one by one. Lassos of any length will do. */
export const hasOneTrace = ({ trace, loopsTo, spec }: CorpusVerdict): boolean =>
  (trace.length === 1 && loopsTo === null) || spec === 'AliasShown.tla';

/** Every case of the corpus, by file name. */
export function corpusCases(): readonly CorpusCase[] {
  const files = readdirSync(SPECS_FOLDER).sort();
  return files
    .filter((file) => file.endsWith('.cfg'))
    .map((config) => {
      const spec = `${config.slice(0, config.indexOf('.'))}.tla`;
      const configFile = join(SPECS_FOLDER, config);
      const deadlock = !readFileSync(configFile, 'utf8').startsWith('\\* flags: -deadlock');
      return { spec, config, specFile: join(SPECS_FOLDER, spec), configFile, deadlock };
    });
}

/** The recorded verdicts, in the order of {@link corpusCases}. */
export function corpusVerdicts(): readonly CorpusVerdict[] {
  return JSON.parse(readFileSync(VERDICTS_FILE, 'utf8'));
}
