import { type Diagnostic, MAX_PROBLEMS, type Span } from '../../diagnostics/diagnostic.ts';
import type { YamlDocument, YamlPath } from '../../yaml/parse-yaml.ts';
import type { Expression } from '../types.ts';

/** Everything that can be wrong with a module beyond its YAML (`yaml/…`) and its shape (`shape/…`); docs/eio.md explains each. */
export const EIO_MODULE_ERROR_CODES = [
  'eio/not-a-module',
  'eio/too-large',
  'eio/comma-in-flow-map',
  'eio/duplicate-entry',
  'eio/duplicate-id',
  'eio/import-self',
  'eio/import-twice',
  'eio/import-cycle',
  'eio/import-unknown',
  'eio/import-version',
  'eio/import-conflict',
  'eio/import-digest',
  'eio/unknown-id',
  'eio/wrong-kind',
  'eio/parent-cycle',
  'eio/inverse',
  'eio/cardinality',
  'eio/unknown-evidence-kind',
  'eio/unknown-source-type',
  'eio/decision-states',
  'eio/expression',
  'eio/unknown-parameter',
  'eio/unused-parameter',
  'eio/unknown-attribute',
  'eio/unknown-constant',
  'eio/unknown-fact',
  'eio/fact-arguments',
  'eio/type-mismatch',
  'eio/polarity',
  'eio/evidence-contract',
  'eio/unknown-resolver',
  'eio/resolver-order',
  'eio/resolver-shape',
  'eio/undecidable',
  'eio/no-members',
  'eio/subsumes',
  'eio/severity',
  'eio/applicability-input',
  'eio/contradiction',
  'eio/version-not-bumped',
] as const;
export type EioModuleErrorCode = (typeof EIO_MODULE_ERROR_CODES)[number];

/** A problem of a module. */
export type EioDiagnostic = Diagnostic;

/** What a diagnostic says besides its code and its place. */
export interface Problem {
  readonly message: string;
  readonly expected?: string;
  /** A function where the hint is a search, which is then left out once nobody would read it. */
  readonly hint?: string | undefined | (() => string | undefined);
  readonly related?: readonly { readonly message: string; readonly at?: Span }[];
  /** Mark the key and not its value. */
  readonly key?: boolean;
}

/** Where a problem stands: a path into the document, or a span that was kept. */
export type Place = YamlPath | Span;

/** Collects what is wrong with one document; warnings do not stop a module from loading. */
export interface Report {
  readonly document: YamlDocument;
  readonly errors: EioDiagnostic[];
  readonly warnings: EioDiagnostic[];
  error(code: EioModuleErrorCode, place: Place, problem: Problem): void;
  warn(code: EioModuleErrorCode, place: Place, problem: Problem): void;
  spanOf(path: YamlPath): Span;
  /** Paths of the expressions that were read from the document. */
  readonly paths: WeakMap<Expression, YamlPath>;
}

/** An empty report on a document. */
export function reportOn(document: YamlDocument): Report {
  const errors: EioDiagnostic[] = [];
  const warnings: EioDiagnostic[] = [];
  const diagnose = (code: EioModuleErrorCode, place: Place, problem: Problem): EioDiagnostic => {
    const at = isPath(place) ? (problem.key === true ? document.spanOfKey(place) : document.spanOf(place)) : place;
    const hint = typeof problem.hint === 'function' ? problem.hint() : problem.hint;
    return {
      code,
      message: problem.message,
      at,
      lineText: document.source.line(at.start.line),
      ...(problem.expected === undefined ? {} : { expected: problem.expected }),
      ...(hint === undefined ? {} : { hint }),
      ...(problem.related === undefined ? {} : { related: problem.related }),
    };
  };
  return {
    document,
    errors,
    warnings,
    error: (code, place, problem) => {
      if (errors.length < MAX_PROBLEMS) errors.push(diagnose(code, place, problem));
    },
    warn: (code, place, problem) => {
      if (warnings.length < MAX_PROBLEMS) warnings.push(diagnose(code, place, problem));
    },
    spanOf: document.spanOf,
    paths: new WeakMap(),
  };
}

const isPath = (place: Place): place is YamlPath => Array.isArray(place);

/** Diagnostics in the order of their places; all of one file. */
export const inOrder = (diagnostics: readonly EioDiagnostic[]): EioDiagnostic[] =>
  [...diagnostics].sort((a, b) => {
    const [first, second] = [a.at?.start, b.at?.start];
    if (first === undefined || second === undefined) return 0;
    return first.line - second.line || first.column - second.column;
  });
