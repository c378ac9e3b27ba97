import { fail, failAll, isNonEmpty, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import { checkShape } from '../../yaml/check-shape.ts';
import { parseYaml, type YamlDocument } from '../../yaml/parse-yaml.ts';
import { checkSize } from './check-size.ts';
import { checkCommas } from './comma-in-flow-map.ts';
import { type EioDiagnostic, type EioModuleErrorCode, reportOn } from './report.ts';
import { type ModuleFile, moduleFile } from './schema.ts';

const MAX_LENGTH = 1_000_000;

/** A module file that was read: its YAML is sound and has the shape of a module, and nothing else is known of it yet. */
export interface ModuleSource {
  readonly document: YamlDocument;
  readonly file: ModuleFile;
}

/** Reads a module file: YAML, unquoted commas, shape. */
export function readModuleFile(source: SourceText): Result<ModuleSource, EioDiagnostic> {
  if (source.text.length > MAX_LENGTH) {
    return fail(whole(source, 'eio/too-large', 'the module file is too large', `at most ${MAX_LENGTH} characters`));
  }
  const documents = parseYaml(source);
  if (!documents.ok) return documents;
  const [document, second] = documents.value;
  if (document === undefined) {
    return fail(whole(source, 'eio/not-a-module', 'the file holds no module', 'a YAML map with an "eio" header'));
  }
  if (second !== undefined) {
    const report = reportOn(second);
    report.error('eio/not-a-module', [], {
      message: 'the file holds a second document',
      expected: 'one module a file',
    });
    return fail(report.errors[0]!);
  }
  const report = reportOn(document);
  checkSize(report);
  if (report.errors[0] !== undefined) return fail(report.errors[0]);
  checkCommas(report);
  // What an unquoted comma tore apart has no shape that would be worth telling.
  if (isNonEmpty(report.errors)) return failAll(report.errors);
  const file = checkShape(document, moduleFile);
  return file.ok ? ok({ document, file: file.value }) : file;
}

function whole(source: SourceText, code: EioModuleErrorCode, message: string, expected: string): EioDiagnostic {
  return { code, message, expected, at: source.span(0, 0), lineText: source.line(1) };
}
