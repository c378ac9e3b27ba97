import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, fail, failAll, isNonEmpty, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { printable } from '../../diagnostics/printable.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { findFiles } from '../find-files.ts';
import { loadScenarioFile } from '../load-scenario.ts';
import type { Trio } from '../trio.ts';

/** Every trio of the scenario files that the globs match, in the order of their paths. A glob that matches nothing is an error. */
export function loadTrios(root: string, globs: readonly string[]): Result<readonly Trio[]> {
  const files = new Set<string>();
  for (const glob of globs) {
    const found = findFiles(root, [glob]).files.filter((one) => /\.scenario\.ya?ml$/.test(one));
    if (found.length === 0) {
      return fail({
        code: 'scenario/missing-file',
        message: `no scenario file matches "${printable(glob)}"`,
        expected: 'files that end in .scenario.yaml',
      });
    }
    for (const file of found) files.add(file);
  }
  const trios: Trio[] = [];
  const errors: Diagnostic[] = [];
  for (const file of [...files].sort()) {
    const loaded = loadScenarioFile(sourceText(file, readFileSync(resolve(root, file), 'utf8')));
    if (loaded.ok) for (const trio of loaded.value.trios) trios.push(trio);
    else for (const error of loaded.errors) errors.push(error);
  }
  return isNonEmpty(errors) ? failAll(errors) : ok(trios);
}
