/** Which files are scenario files. */
export const SCENARIO_GLOB = '**/*.scenario.{yaml,yml}';

/** The path as the project sees it: relative to the root, with forward slashes; null if it lies outside. */
export function projectPath(root: string, file: string): string | null {
  const slashed = file.replaceAll('\\', '/');
  const home = root.replaceAll('\\', '/').replace(/\/+$/, '');
  return slashed.startsWith(`${home}/`) ? slashed.slice(home.length + 1) : null;
}
