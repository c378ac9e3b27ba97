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

/** How strings are written in a module. */
const ESCAPES: { readonly [char: string]: string } = { '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' };

/** A value in TLA+ notation, on one line, cut after so many characters; for people, never to be read back. */
export function valueText(store: Store, value: Value, limit = MAX_LENGTH): string {
  const out: string[] = [];
  let length = 0;
  const put = (text: string): void => {
    length += text.length;
    if (length <= limit) out.push(text);
  };
  const list = (items: readonly Value[], depth: number): void => {
    for (let i = 0; i < items.length && length <= limit; i++) {
      if (i > 0) put(', ');
      write(items[i]!, depth);
    }
  };
  const write = (value: Value, depth: number): void => {
    if (depth > 20) {
      put('…');
      return;
    }
    if (value === UNSET) {
      put('(no value)');
      return;
    }
    if (isInteger(value)) {
      put(String(value));
      return;
    }
    if (isLazy(value)) {
      writeLazy(value, depth + 1);
      return;
    }
    const items = itemsOf(store, value);
    switch (store.kinds[value & INDEX]) {
      case Kind.Boolean: {
        put(value === TRUE ? 'TRUE' : 'FALSE');
        return;
      }
      case Kind.String: {
        put(`"${textOf(store, value).replace(/[\\"\t\n\f\r]/g, (char) => ESCAPES[char] ?? `\\${char}`)}"`);
        return;
      }
      case Kind.Model: {
        put(textOf(store, value));
        return;
      }
      case Kind.Integer: {
        put(String(items[0]));
        return;
      }
      case Kind.Interval:
        if (items[1]! - items[0]! > 20) {
          put(`${items[0]}..${items[1]}`);
          return;
        }
        put('{');
        for (let n = items[0]!; n <= items[1]!; n++) put(n === items[0]! ? String(n) : `, ${n}`);
        {
          put('}');
          return;
        }
      case Kind.Set:
        put('{');
        list(items, depth + 1);
        {
          put('}');
          return;
        }
      case Kind.Tuple:
        put('<<');
        list(items, depth + 1);
        {
          put('>>');
          return;
        }
      case Kind.Rule:
        put('[… \\in ');
        write(store.domains[value & INDEX]!, depth + 1);
        {
          put(' |-> …]');
          return;
        }
      default: {
        writeFunction(store.domains[value & INDEX]!, items, depth + 1);
        return;
      }
    }
  };
  const writeFunction = (domain: Value, items: readonly Value[], depth: number): void => {
    const record =
      hasKind(store, domain, Kind.Set) && itemsOf(store, domain).every((k) => hasKind(store, k, Kind.String));
    put(record ? '[' : '(');
    const keys = hasKind(store, domain, Kind.Interval) ? null : itemsOf(store, domain);
    for (let i = 0; i < items.length && length <= limit; i++) {
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
      case Lazy.Naturals: {
        put('Nat');
        return;
      }
      case Lazy.Integers: {
        put('Int');
        return;
      }
      case Lazy.Strings: {
        put('STRING');
        return;
      }
      case Lazy.Any: {
        put('Any');
        return;
      }
      case Lazy.Powerset:
        put('SUBSET ');
        {
          write(items[0]!, depth);
          return;
        }
      case Lazy.Functions:
        put('[');
        write(items[0]!, depth);
        put(' -> ');
        write(items[1]!, depth);
        {
          put(']');
          return;
        }
      case Lazy.Records:
        put('[');
        itemsOf(store, items[0]!).forEach((name, i) => {
          if (i > 0) put(', ');
          put(`${textOf(store, name)}: `);
          write(items[i + 1]!, depth);
        });
        {
          put(']');
          return;
        }
      case Lazy.Product: {
        between(' \\X ');
        return;
      }
      case Lazy.Sequences:
        put('Seq(');
        write(items[0]!, depth);
        {
          put(')');
          return;
        }
      case Lazy.Filter:
        put('{… \\in ');
        write(items[0]!, depth);
        {
          put(' : …}');
          return;
        }
      case Lazy.Union: {
        between(' \\cup ');
        return;
      }
      case Lazy.Intersection: {
        between(' \\cap ');
        return;
      }
      case Lazy.Difference: {
        between(' \\ ');
        return;
      }
      default:
        put('UNION ');
        {
          write(items[0]!, depth);
          return;
        }
    }
  };
  write(value, 0);
  return length > limit ? `${out.join('')}…` : out.join('');
}

/** Sort of a value: only values of one sort compare, and model values with everything. */
export function sortOf(store: Store, value: Value): 'integer' | 'boolean' | 'string' | 'model' | 'set' | 'function' {
  if (isInteger(value)) return 'integer';
  if (isLazy(value)) return 'set';
  switch (store.kinds[value & INDEX]) {
    case Kind.Boolean:
      return 'boolean';
    case Kind.String:
      return 'string';
    case Kind.Model:
      return 'model';
    case Kind.Integer:
      return 'integer';
    case Kind.Set:
    case Kind.Interval:
      return 'set';
    default:
      return 'function';
  }
}

/** What a value is, in one or two words: "integer", "string", "set" … */
export function kindText(store: Store, value: Value): string {
  const sort = sortOf(store, value);
  if (sort === 'model') return 'model value';
  if (sort !== 'function') return sort;
  if (store.kinds[value & INDEX] === Kind.Tuple) return 'sequence';
  const domain = store.domains[value & INDEX]!;
  const onStrings =
    hasKind(store, domain, Kind.Set) && itemsOf(store, domain).every((key) => hasKind(store, key, Kind.String));
  return onStrings ? 'record' : 'function';
}
