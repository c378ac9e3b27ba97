import {
  hasKind,
  INDEX,
  isInteger,
  isLazy,
  itemsOf,
  Kind,
  Lazy,
  lazyEntry,
  type Store,
  TRUE,
  textOf,
  UNSET,
  type Value,
} from './store.ts';

const MAX_LENGTH = 400;

/** A value in TLA+ notation, on one line, cut after a few hundred characters; for people, never to be read back. */
export function valueText(store: Store, value: Value): string {
  const out: string[] = [];
  let length = 0;
  const put = (text: string): void => {
    length += text.length;
    if (length <= MAX_LENGTH) out.push(text);
  };
  const list = (items: readonly Value[], depth: number): void => {
    for (let i = 0; i < items.length && length <= MAX_LENGTH; i++) {
      if (i > 0) put(', ');
      write(items[i]!, depth);
    }
  };
  const write = (value: Value, depth: number): void => {
    if (depth > 20) return put('…');
    if (value === UNSET) return put('(no value)');
    if (isInteger(value)) return put(String(value));
    if (isLazy(value)) return writeLazy(value, depth + 1);
    const items = itemsOf(store, value);
    switch (store.kinds[value & INDEX]) {
      case Kind.Boolean:
        return put(value === TRUE ? 'TRUE' : 'FALSE');
      case Kind.String:
        return put(`"${textOf(store, value).replace(/[\\"]/g, '\\$&')}"`);
      case Kind.Model:
        return put(textOf(store, value));
      case Kind.Integer:
        return put(String(items[0]));
      case Kind.Interval:
        if (items[1]! - items[0]! > 20) return put(`${items[0]}..${items[1]}`);
        put('{');
        for (let n = items[0]!; n <= items[1]!; n++) put(n === items[0]! ? String(n) : `, ${n}`);
        return put('}');
      case Kind.Set:
        put('{');
        list(items, depth + 1);
        return put('}');
      case Kind.Tuple:
        put('<<');
        list(items, depth + 1);
        return put('>>');
      default:
        return writeFunction(store.domains[value & INDEX]!, items, depth + 1);
    }
  };
  const writeFunction = (domain: Value, items: readonly Value[], depth: number): void => {
    const record =
      hasKind(store, domain, Kind.Set) && itemsOf(store, domain).every((k) => hasKind(store, k, Kind.String));
    put(record ? '[' : '(');
    const keys = hasKind(store, domain, Kind.Interval) ? null : itemsOf(store, domain);
    for (let i = 0; i < items.length && length <= MAX_LENGTH; i++) {
      if (i > 0) put(record ? ', ' : ' @@ ');
      const key = keys === null ? itemsOf(store, domain)[0]! + i : keys[i]!;
      if (record) put(textOf(store, key));
      else write(key, depth);
      put(record ? ' |-> ' : ' :> ');
      write(items[i]!, depth);
    }
    put(record ? ']' : ')');
  };
  const writeLazy = (value: Value, depth: number): void => {
    const items = store.lazyItems[lazyEntry(value)]!;
    const between = (separator: string): void => {
      items.forEach((item, i) => {
        if (i > 0) put(separator);
        write(item, depth);
      });
    };
    switch (store.lazyKinds[lazyEntry(value)]) {
      case Lazy.Naturals:
        return put('Nat');
      case Lazy.Integers:
        return put('Int');
      case Lazy.Strings:
        return put('STRING');
      case Lazy.Any:
        return put('Any');
      case Lazy.Powerset:
        put('SUBSET ');
        return write(items[0]!, depth);
      case Lazy.Functions:
        put('[');
        write(items[0]!, depth);
        put(' -> ');
        write(items[1]!, depth);
        return put(']');
      case Lazy.Records:
        put('[');
        itemsOf(store, items[0]!).forEach((name, i) => {
          if (i > 0) put(', ');
          put(`${textOf(store, name)}: `);
          write(items[i + 1]!, depth);
        });
        return put(']');
      case Lazy.Product:
        return between(' \\X ');
      case Lazy.Sequences:
        put('Seq(');
        write(items[0]!, depth);
        return put(')');
      case Lazy.Union:
        return between(' \\cup ');
      case Lazy.Intersection:
        return between(' \\cap ');
      case Lazy.Difference:
        return between(' \\ ');
      default:
        put('UNION ');
        return write(items[0]!, depth);
    }
  };
  write(value, 0);
  return length > MAX_LENGTH ? `${out.join('')}…` : out.join('');
}

/** What a value is, in one or two words: "integer", "string", "set" … */
export function kindText(store: Store, value: Value): string {
  if (isInteger(value)) return 'integer';
  if (isLazy(value)) return 'set';
  switch (store.kinds[value & INDEX]) {
    case Kind.Boolean:
      return 'boolean';
    case Kind.String:
      return 'string';
    case Kind.Model:
      return 'model value';
    case Kind.Integer:
      return 'integer';
    case Kind.Set:
    case Kind.Interval:
      return 'set';
    case Kind.Tuple:
      return 'sequence';
    default:
      return hasKind(store, store.domains[value & INDEX]!, Kind.Set) &&
        itemsOf(store, store.domains[value & INDEX]!).every((k) => hasKind(store, k, Kind.String))
        ? 'record'
        : 'function';
  }
}
