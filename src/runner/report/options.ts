import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import { REPORT_FILES, type ReportKind } from '../../evidence/report/write-reports.ts';
import { isJsonObject, type Json } from '../../trace/json.ts';

/** What the reporters for Vitest and Jest take. */
export interface ReporterOptions {
  /** Print what the scenarios proved. Default: true. */
  readonly summary?: boolean;
  /** GitHub annotations at the line of the YAML. Default: true under GitHub Actions. */
  readonly github?: boolean;
  /** Files to write: `html`, `sarif`, `markdown`, `junit`, `evidence` (JSON Lines, for `tracefold explain`). Default: none. */
  readonly reports?: readonly ReportKind[];
  /** Folder of those files, relative to the project's root. Default: `tracefold-report`. */
  readonly folder?: string;
  /** Whose evidence is written: `failures` (default) or `all`, which makes passing trios slower. */
  readonly evidence?: 'failures' | 'all';
  /** Annotate tests with trio, outcome and guard, and failures with their evidence, where the runner has annotations (Vitest). They are the properties of a JUnit report. Default: false. */
  readonly annotate?: boolean;
}

/** The options with every default filled in. */
export type CompleteOptions = Required<ReporterOptions>;

export type ReporterCode = 'runner/unknown-reporter-option' | 'runner/bad-reporter-option';

const SHAPES: { readonly [K in keyof CompleteOptions]: (value: unknown) => boolean } = {
  summary: (value) => typeof value === 'boolean',
  github: (value) => typeof value === 'boolean',
  reports: (value) => Array.isArray(value) && value.every((kind) => Object.hasOwn(REPORT_FILES, String(kind))),
  folder: (value) => typeof value === 'string' && value !== '',
  evidence: (value) => value === 'failures' || value === 'all',
  annotate: (value) => typeof value === 'boolean',
};

const EXPECTED: { readonly [K in keyof CompleteOptions]: string } = {
  summary: 'true or false',
  github: 'true or false',
  reports: `a list of ${Object.keys(REPORT_FILES).join(', ')}`,
  folder: 'the path of a folder, relative to the root of the project',
  evidence: '"failures" or "all"',
  annotate: 'true or false',
};

/** Checks options as they stand in a runner's configuration. */
export function completeOptions(
  given: unknown,
  env: { readonly [name: string]: string | undefined },
): Result<CompleteOptions, Diagnostic<ReporterCode>> {
  const options = isJsonObject((given ?? {}) as Json) ? ((given ?? {}) as { readonly [key: string]: unknown }) : {};
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(SHAPES, name)) {
      const hint = nearestHint(name, Object.keys(SHAPES));
      const message = `the reporter of tracefold has no option "${name}"`;
      return fail({ code: 'runner/unknown-reporter-option', message, ...(hint === undefined ? {} : { hint }) });
    }
    const key = name as keyof CompleteOptions;
    if (options[name] !== undefined && !SHAPES[key](options[name])) {
      const message = `the reporter's option "${name}" has a value that it cannot have`;
      return fail({ code: 'runner/bad-reporter-option', message, expected: EXPECTED[key] });
    }
  }
  const { summary, github, reports, folder, evidence, annotate } = options as ReporterOptions;
  return ok({
    summary: summary ?? true,
    github: github ?? env.GITHUB_ACTIONS === 'true',
    reports: reports ?? [],
    folder: folder ?? 'tracefold-report',
    evidence: evidence ?? 'failures',
    annotate: annotate ?? false,
  });
}
