import type { YamlPath } from '../../yaml/parse-yaml.ts';
import type { Report } from './report.ts';

const MAX_KEYS = 500;
const MAX_ENTRIES = 2000;

/** No map and no list is larger than any module needs: places and hints are searched for, which would take for ever in a huge one. */
export function checkSize(report: Report): void {
  // Iterative: aliases can nest deeper than any text does. A value met again through an alias is not walked twice.
  const seen = new Set<object>();
  const open: { readonly value: unknown; readonly path: YamlPath }[] = [{ value: report.document.value, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const isList = Array.isArray(value);
    const keys: readonly (string | number)[] = isList ? [...value.keys()] : Object.keys(value);
    const most = isList ? MAX_ENTRIES : MAX_KEYS;
    if (keys.length > most) {
      report.error('eio/too-large', path, {
        message: `a ${isList ? 'list' : 'map'} has ${keys.length} ${isList ? 'entries' : 'keys'}`,
        expected: `at most ${most}`,
      });
      return;
    }
    for (const key of keys)
      open.push({ value: (value as Record<string | number, unknown>)[key], path: [...path, key] });
  }
}
