import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, visit } from 'yaml';
import { type Diagnostic, fail, ok, type Result, type Span } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';

export type YamlErrorCode =
  | 'yaml/syntax'
  | 'yaml/duplicate-key'
  | 'yaml/too-many-aliases'
  | 'yaml/recursive-alias'
  | 'yaml/unknown-alias'
  | 'yaml/inexact-number'
  | 'yaml/too-deep'
  | 'yaml/not-data';

/** Keys and indices from the root of a document to a value. */
export type YamlPath = readonly (string | number)[];

/** One YAML document as plain data, with the place of every key and value. */
export interface YamlDocument {
  readonly source: SourceText;
  /** JSON-like data: maps are objects, a key named `__proto__` is an own property. */
  readonly value: unknown;
  /** Where the value at a path stands; the nearest enclosing value if the path leads nowhere. */
  spanOf(path: YamlPath): Span;
  /** Where the last key of a path stands; as {@link spanOf} if it is no key. */
  spanOfKey(path: YamlPath): Span;
}

const MAX_DEPTH = 200;
const MAX_ALIASES = 100;

// What most often is behind a message of the library.
const SYNTAX_HINTS: readonly (readonly [message: string, hint: string])[] = [
  [
    'Nested mappings are not allowed in compact mappings',
    'a text that holds ": " stands in quotes; keys of one map begin in one column',
  ],
  ['Implicit keys need to be on a single line', 'entries of one list, and keys of one map, begin in one column'],
  ['Tabs are not allowed as indentation', 'indent with spaces'],
  ['A block sequence may not be used as an implicit map key', 'entries of one list begin in one column'],
  ['All mapping items must start at the same column', 'keys of one map begin in one column'],
  ['Missing closing', 'a quoted text ends with the quote that it began with'],
];

/**
 * Every document of a YAML text that holds something. Duplicate keys, exploding and recursive anchors, tags, hostile nesting and whole numbers
 * that would be rounded are errors.
 */
export function parseYaml(source: SourceText): Result<readonly YamlDocument[], Diagnostic<YamlErrorCode>> {
  const tooDeep = deepNesting(source);
  if (tooDeep !== null) return fail(tooDeep);
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(source.text, {
    // The library compares every key of a map with every other, which takes minutes for a hostile map; see `duplicateKey`.
    uniqueKeys: false,
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
  });
  if (!Array.isArray(documents)) return ok([]);
  const found: YamlDocument[] = [];
  for (const document of documents) {
    const problem = document.errors[0] ?? document.warnings[0];
    if (problem !== undefined) {
      const hint = SYNTAX_HINTS.find(([message]) => problem.message.includes(message))?.[1];
      const said = problem.message.includes('stringKeys') ? 'a key is a text, and no list or map' : problem.message;
      const diagnostic = yamlDiagnostic(source, 'yaml/syntax', said, problem.pos[0], problem.pos[1]);
      return fail(hint === undefined ? diagnostic : { ...diagnostic, hint });
    }
    const root = document.contents as Node | null;
    if (root === null || (isScalar(root) && root.value === null)) continue;
    const refused = duplicateKey(source, root) ?? unfitValue(source, root);
    if (refused !== null) return fail(refused);
    let value: unknown;
    try {
      value = document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
      // The library throws ReferenceError both for exploding and for unresolved aliases, with the reason in its message.
      const { message } = error as Error;
      const code = message.startsWith('Unresolved alias') ? 'yaml/unknown-alias' : 'yaml/too-many-aliases';
      return fail(yamlDiagnostic(source, code, message, firstAlias(root) ?? 0));
    }
    found.push(yamlDocument(source, root, value));
  }
  return ok(found);
}

function yamlDocument(source: SourceText, root: Node, value: unknown): YamlDocument {
  const rangeSpan = (node: Node): Span => {
    const [start, end] = node.range ?? [0, 0];
    return source.span(start, end);
  };
  const walk = (path: YamlPath): { value: Node; key: Node | null; complete: boolean } => {
    let node = root;
    let key: Node | null = null;
    for (const step of path) {
      let next: Node | null = null;
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
        key = (pair?.key as Node | undefined) ?? null;
        next = (pair?.value as Node | null | undefined) ?? key;
      } else if (isSeq(node)) {
        const item = node.items[Number(step)];
        key = null;
        next = (isPair(item) ? (item.key as Node) : (item as Node | undefined)) ?? null;
      }
      if (next === null) return { value: node, key: null, complete: false };
      node = next;
    }
    return { value: node, key, complete: true };
  };
  return {
    source,
    value,
    spanOf: (path) => rangeSpan(walk(path).value),
    spanOfKey: (path) => {
      const found = walk(path);
      return rangeSpan(found.complete && found.key !== null ? found.key : found.value);
    },
  };
}

/** The first key in the text that its map has already; null if there is none. */
function duplicateKey(source: SourceText, root: Node): Diagnostic<YamlErrorCode> | null {
  let found: { readonly name: string; readonly first: number; readonly again: number } | undefined;
  visit(root, {
    Map: (_key, map) => {
      const starts = new Map<string, number>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        const at = key.range?.[0] ?? 0;
        const first = starts.get(name);
        if (first === undefined) starts.set(name, at);
        else if (found === undefined || at < found.again) found = { name, first, again: at };
      }
    },
  });
  if (found === undefined) return null;
  const { name, first, again } = found;
  return {
    ...yamlDiagnostic(
      source,
      'yaml/duplicate-key',
      `the key "${name}" stands here a second time`,
      again,
      again + name.length,
    ),
    related: [{ message: 'first here', at: source.span(first) }],
  };
}

/** The first alias that stands inside of what it repeats, or whole number that would lose digits; null if there is none. */
function unfitValue(source: SourceText, root: Node): Diagnostic<YamlErrorCode> | null {
  const anchors = new Map<string, unknown>();
  let found: Diagnostic<YamlErrorCode> | null = null;
  const anchored = (node: { readonly anchor?: string }): void => {
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
  };
  visit(root, {
    Map: (_key, node) => anchored(node),
    Seq: (_key, node) => anchored(node),
    Alias: (_key, node, path) => {
      if (!path.includes(anchors.get(node.source) as Node)) return undefined;
      const [start = 0, end] = node.range ?? [];
      found = yamlDiagnostic(
        source,
        'yaml/recursive-alias',
        `*${node.source} stands inside of &${node.source}`,
        start,
        end,
      );
      return visit.BREAK;
    },
    Scalar: (_key, node) => {
      anchored(node);
      const { value } = node;
      if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
      // Two ids that differ in their last digits would become one.
      if (!/^[-+]?\w+$/.test(node.source ?? '') || /^[-+]?\d+[eE]/.test(node.source ?? '')) return undefined;
      const [start = 0, end] = node.range ?? [];
      found = {
        ...yamlDiagnostic(
          source,
          'yaml/inexact-number',
          `the number ${node.source} cannot be kept exactly`,
          start,
          end,
        ),
        expected: `a number up to ${Number.MAX_SAFE_INTEGER}`,
        hint: `an id stands in quotes: "${node.source}"`,
      };
      return visit.BREAK;
    },
  });
  return found;
}

function firstAlias(root: Node): number | undefined {
  let start: number | undefined;
  visit(root, {
    Alias: (_key, node) => {
      start = node.range?.[0];
      return visit.BREAK;
    },
  });
  return isAlias(root) ? root.range?.[0] : start;
}

/** A bound on nesting before the recursive parser sees the text: block nesting shows in columns, flow nesting in brackets. */
function deepNesting(source: SourceText): Diagnostic<YamlErrorCode> | null {
  const { text } = source;
  let flow = 0;
  let column = 0;
  let indenting = true;
  // Columns of the open block levels: one a line that stands further right, and one an indicator of it ("- - ? x").
  const levels: number[] = [];
  for (let i = 0; i < text.length; i++, column++) {
    const char = text[i]!;
    if (char === '\n') {
      column = -1;
      indenting = true;
      continue;
    }
    if (char === '[' || char === '{') flow++;
    else if (char === ']' || char === '}') flow = Math.max(0, flow - 1);
    if (indenting && char !== ' ' && char !== '\r') {
      const opens = '-?:'.includes(char) && ' \t\r\n'.includes(text[i + 1] ?? '\n');
      if (char !== '#') {
        while (levels.length > 0 && levels.at(-1)! >= column) levels.pop();
        levels.push(column);
      }
      indenting = opens;
    }
    if (flow > MAX_DEPTH || levels.length > MAX_DEPTH) {
      return yamlDiagnostic(source, 'yaml/too-deep', `the document nests deeper than ${MAX_DEPTH} levels`, i);
    }
  }
  return null;
}

function yamlDiagnostic(
  source: SourceText,
  code: YamlErrorCode,
  message: string,
  start: number,
  end?: number,
): Diagnostic<YamlErrorCode> {
  const at = source.span(start, end);
  return { code, message: message.replace(/\s+/g, ' ').trim(), at, lineText: source.line(at.start.line) };
}
