import type { YamlDocument, YamlPath } from '../../yaml/parse-yaml.ts';
import type { Report } from './report.ts';

const MAX_VALUES = 200_000;

/**
 * Finds keys without a value in flow maps: `{reason: none, for now}` is a map of `reason` and of `for now` with the value null. No field
 * of a module may be null, so such a key is always a comma that wanted quotes.
 */
export function checkCommas(report: Report): void {
  const { document } = report;
  // Iterative: aliases can nest deeper than any text does. A value met again through an alias is not walked twice.
  const seen = new Set<object>();
  const open: { value: unknown; path: YamlPath }[] = [{ value: document.value, path: [] }];
  for (let visited = 0; open.length > 0 && visited < MAX_VALUES; visited++) {
    const { value, path } = open.pop()!;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const entries: [string | number, unknown][] = Array.isArray(value)
      ? value.map((item, index) => [index, item])
      : Object.entries(value);
    for (const [key, item] of entries.reverse()) {
      const at = [...path, key];
      if (item === null && typeof key === 'string' && hasNoColon(document, at)) {
        report.error('eio/comma-in-flow-map', at, {
          key: true,
          message: `"${key}" is a key without a value, from a comma inside { }`,
          expected: 'text that holds a comma to stand in quotes',
          hint: `write it as {…: "…, ${key}"}`,
        });
      } else open.push({ value: item, path: at });
    }
  }
  report.errors.sort((a, b) => a.at!.start.line - b.at!.start.line || a.at!.start.column - b.at!.start.column);
}

/** Whether a key in the text is followed by a comma or a closing brace at once: then it is no `key:` with an empty value. */
function hasNoColon(document: YamlDocument, path: YamlPath): boolean {
  const { end } = document.spanOfKey(path);
  if (end === undefined) return false;
  return /^\s*([,}]|$)/.test(document.source.line(end.line).slice(end.column - 1));
}
