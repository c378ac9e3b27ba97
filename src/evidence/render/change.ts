import { canonicalJson } from '../../trace/canonical-json.ts';
import { isJsonObject, type Json, ownValue } from '../../trace/json.ts';
import { formatValue, itfOf, type Notation } from './value.ts';

const same = (a: Json, b: Json): boolean => canonicalJson(a) === canonicalJson(b);

/** What a step did to one variable, in words: `executed: appends …`, `approval.status: none becomes pending`. */
export function describeChange(variable: string, before: Json, after: Json, notation: Notation): readonly string[] {
  const text = (value: Json) => formatValue(value, notation, 110);
  if (Array.isArray(before) && Array.isArray(after)) {
    if (after.length > before.length && before.every((item, index) => same(item, after[index]))) {
      return [`${variable}: appends ${after.slice(before.length).map(text).join(', ')}`];
    }
    const removed = before.length - after.length;
    if (removed > 0 && after.every((item, index) => same(item, before[index + removed]))) {
      return [`${variable}: takes ${before.slice(0, removed).map(text).join(', ')} from the front`];
    }
  }
  const one = itfOf(before);
  const two = itfOf(after);
  if (one?.kind === 'set' && two?.kind === 'set') {
    const had = new Set(one.items.map(canonicalJson));
    const has = new Set(two.items.map(canonicalJson));
    const added = two.items.filter((item) => !had.has(canonicalJson(item)));
    const gone = one.items.filter((item) => !has.has(canonicalJson(item)));
    const parts = [
      ...(added.length === 0 ? [] : [`adds ${added.map(text).join(', ')}`]),
      ...(gone.length === 0 ? [] : [`removes ${gone.map(text).join(', ')}`]),
    ];
    if (parts.length > 0) return [`${variable}: ${parts.join(' and ')}`];
  }
  if (one?.kind === 'map' && two?.kind === 'map') {
    const had = new Map(one.entries.map(([key, value]) => [canonicalJson(key), value]));
    const changed = two.entries.filter(([key, value]) => {
      const old = had.get(canonicalJson(key));
      return old === undefined || !same(old, value);
    });
    if (one.entries.length === two.entries.length && changed.length > 0 && changed.length <= 3) {
      return changed.map(([key, value]) => {
        const old = had.get(canonicalJson(key));
        return `${variable}[${text(key)}]: ${old === undefined ? 'unset' : text(old)} becomes ${text(value)}`;
      });
    }
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = keys.filter((key) => {
      const old = ownValue(before, key) as Json | undefined;
      const now = ownValue(after, key) as Json | undefined;
      return old === undefined || now === undefined || !same(old, now);
    });
    if (changed.length > 0 && changed.length <= 3 && changed.length < Math.max(2, keys.length)) {
      return changed.map((key) => {
        const old = ownValue(before, key) as Json | undefined;
        const now = ownValue(after, key) as Json | undefined;
        const name = `${variable}.${formatValue(key, notation)}`;
        return `${name}: ${old === undefined ? 'unset' : text(old)} becomes ${now === undefined ? 'unset' : text(now)}`;
      });
    }
  }
  return [`${variable}: ${text(before)} becomes ${text(after)}`];
}

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  isJsonObject(value) && itfOf(value) === null;
