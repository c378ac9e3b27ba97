import type { ParseArgsConfig } from 'node:util';
import type { Result } from '../diagnostics/diagnostic.ts';

/** What a command may do to its surroundings; tests give their own. */
export interface CommandContext {
  /** Working directory, absolute. Paths of the command line are relative to it. */
  readonly cwd: string;
  /** Everything on standard input, which a command line calls `-`; missing where there is none. */
  stdin?(): Promise<Result<Uint8Array>>;
  out(text: string): void;
  err(text: string): void;
  /** Whether standard error is a terminal that shows progress. */
  readonly progress: boolean;
  readonly colour: boolean;
}

/** 0: holds or passes; 1: violated or failed; 2: cannot be checked, judged or understood. */
export type ExitCode = 0 | 1 | 2;

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = { readonly [option: string]: string | boolean | (string | boolean)[] | undefined };

/** One command of the command line; its `usage` and `help` are what `--help` prints. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly options: Options;
  /** One line an option, in the order in which they are shown. */
  readonly help: { readonly [option: string]: string };
  run(positionals: readonly string[], values: Values, context: CommandContext): Promise<ExitCode>;
}

/** The value of a text option; undefined if it was not given. */
export function text(values: Values, option: string): string | undefined {
  const value = values[option];
  return typeof value === 'string' ? value : undefined;
}

/** Every value of a text option that may be given several times. */
export function texts(values: Values, option: string): readonly string[] {
  const value = values[option];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
