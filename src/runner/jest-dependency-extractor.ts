import { sourceText } from '../diagnostics/source-text.ts';
import { filesOf, loadScenarioFile } from '../scenario/load-scenario.ts';
import { withExtendedModules } from './extended-modules.ts';
import { relativeSpecifier } from './generate-test-file.ts';
import { projectReader } from './project-files.ts';

/** Tells Jest's haste map which files a scenario file reads, so that `--findRelatedTests` and the watcher know it. */
export function extract(
  code: string,
  filePath: string,
  defaultExtract: (code: string, filePath: string) => Set<string>,
): Set<string> {
  if (!/\.scenario\.ya?ml$/.test(filePath)) return defaultExtract(code, filePath);
  // The root is not told here; seen from the top of the file system, no relative path leaves the project.
  const file = filePath.replaceAll('\\', '/').replace(/^\/+/, '');
  const loaded = loadScenarioFile(sourceText(file, code));
  if (!loaded.ok) return new Set();
  const files = withExtendedModules(loaded.value.trios.flatMap(filesOf), projectReader('/'));
  return new Set(files.map((each) => relativeSpecifier(file, each)));
}

/** A new version may find more. */
export function getCacheKey(): string {
  return TRACEFOLD_VERSION;
}

declare const TRACEFOLD_VERSION: string;
