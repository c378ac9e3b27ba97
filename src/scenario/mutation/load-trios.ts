import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, fail, failAll, isNonEmpty, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { findFiles } from '../find-files.ts';
import { loadScenarioFile } from '../load-scenario.ts';
import type { Trio } from '../trio.ts';

/** Every trio of the scenario files that the globs match, in the order of their paths. A glob that matches nothing is an error. */
export function loadTrios(root: string, globs: readonly string[]): Result<readonly Trio[]> {
  const { files, missing } = findFiles(root, globs);
  const [nothing] = missing;
  if (nothing !== undefined) {
    return fail({ code: 'scenario/missing-file', message: `no scenario file matches "${nothing}"` });
  }
  const trios: Trio[] = [];
  const errors: Diagnostic[] = [];
  for (const file of files.filter((one) => /\.scenario\.ya?ml$/.test(one))) {
    const loaded = loadScenarioFile(sourceText(file, readFileSync(resolve(root, file), 'utf8')));
    if (loaded.ok) for (const trio of loaded.value.trios) trios.push(trio);
    else for (const error of loaded.errors) errors.push(error);
  }
  return isNonEmpty(errors) ? failAll(errors) : ok(trios);
}
