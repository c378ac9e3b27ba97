// Compares our parser with tree-sitter-tlaplus over folders of modules: who accepts what, and the trees.
//
//   npx tsx scripts/oracle/tree-sitter.ts ORACLE FOLDER...
//
// ORACLE is a folder outside the project that holds three files, which are no dependencies of the package:
// `tree-sitter-tlaplus.wasm` from `npm pack @tlaplus/tree-sitter-tlaplus` (a plain install of it downloads a binary and fails),
// `web-tree-sitter.js` and `web-tree-sitter.wasm` from `npm pack web-tree-sitter`.
//
// Trees are compared as sets of nodes: kind, operator and the stretch of source from the first to the last token. Two trees over the
// same text whose nodes cover the same stretches nest in the same way. Theorems and proofs are left out: ours skips them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatDiagnostic } from '../../src/diagnostics/format.ts';
import { sourceText } from '../../src/diagnostics/source-text.ts';
import type { Expr, Module, Unit } from '../../src/tla/syntax/ast.ts';
import { childExpressions, unitExpressions } from '../../src/tla/syntax/children.ts';
import { SYMBOLS } from '../../src/tla/syntax/operators.ts';
import { parseModule } from '../../src/tla/syntax/parser.ts';

interface OracleNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly isNamed: boolean;
  readonly hasError: boolean;
  readonly children: readonly OracleNode[];
  readonly startPosition: { readonly row: number; readonly column: number };
}

interface OracleParser {
  setLanguage(language: unknown): void;
  parse(text: string): { readonly rootNode: OracleNode; delete(): void };
}

interface TreeSitter {
  readonly Parser: { init(): Promise<void>; new (): OracleParser };
  readonly Language: { load(path: string): Promise<unknown> };
}

/** Node types of the oracle that stand for the same thing as our kinds. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['bound_infix_op', 'infix'],
  ['bound_prefix_op', 'prefix'],
  ['bound_postfix_op', 'postfix'],
  ['conj_list', 'junction /\\'],
  ['disj_list', 'junction \\/'],
  ['if_then_else', 'if'],
  ['case', 'case'],
  ['let_in', 'let'],
  ['bounded_quantification', 'quantifier'],
  ['unbounded_quantification', 'unboundedQuantifier'],
  ['choose', 'choose'],
  ['finite_set_literal', 'setEnumeration'],
  ['set_filter', 'setFilter'],
  ['set_map', 'setMap'],
  ['function_literal', 'function'],
  ['set_of_functions', 'functionSet'],
  ['record_literal', 'record'],
  ['set_of_records', 'recordSet'],
  ['except', 'except'],
  ['prev_func_val', 'at'],
  ['function_evaluation', 'functionApplication'],
  ['record_value', 'field'],
  ['tuple_literal', 'tuple'],
  ['parentheses', 'parenthesized'],
  ['lambda', 'lambda'],
  ['fairness', 'fairness'],
  ['step_expr_or_stutter', 'boxAction'],
  ['step_expr_no_stutter', 'angleAction'],
  ['nat_number', 'number'],
  ['binary_number', 'number'],
  ['octal_number', 'number'],
  ['hex_number', 'number'],
  ['string', 'string'],
  ['boolean', 'boolean'],
  ['bound_op', 'reference'],
  ['operator_definition', 'definition'],
  ['function_definition', 'definition'],
]);

const SKIPPED = new Set(['theorem', 'use_or_hide', 'block_comment', 'comment', 'extramodular_text', 'subexpression']);

function oracleNodes(root: OracleNode): string[] {
  const found: string[] = [];
  const visit = (node: OracleNode, parent: string): void => {
    if (SKIPPED.has(node.type)) return;
    const kind = KINDS.get(node.type);
    // A qualified call is one node of ours, from its first qualifier on.
    const counted = kind !== undefined && parent !== 'prefixed_op' && parent !== 'subexpr_component';
    if (counted)
      found.push(
        entry(kind === 'definition' ? 'definition' : kind + operatorOf(node, kind), node.startIndex, lastToken(node)),
      );
    for (const child of node.children) visit(child, node.type);
  };
  visit(root, '');
  return found;
}

function operatorOf(node: OracleNode, kind: string): string {
  if (kind !== 'infix' && kind !== 'prefix' && kind !== 'postfix') return '';
  const named = node.children.filter((child) => !SKIPPED.has(child.type));
  const symbol = (kind === 'infix' ? named[1] : kind === 'prefix' ? named[0] : named.at(-1))?.text ?? '';
  return ` ${kind === 'prefix' && symbol === '-' ? '-.' : (SYMBOLS.get(symbol) ?? symbol)}`;
}

/** Where the last token ends; the oracle's lists reach over the blank space that ends them. */
function lastToken(node: OracleNode): number {
  const parts = node.children.filter((child) => child.type !== 'comment' && child.type !== 'block_comment');
  for (let i = parts.length - 1; i >= 0; i--) {
    const end = lastToken(parts[i]!);
    if (end > parts[i]!.startIndex) return end;
  }
  return parts.length === 0 ? node.startIndex + node.text.trimEnd().length : node.startIndex;
}

const entry = (kind: string, start: number, end: number): string => `${start}-${end} ${kind}`;

function ownNodes(module: Module): string[] {
  const found: string[] = [];
  const visitUnit = (unit: Unit): void => {
    if (unit.kind === 'theorem') return;
    if (unit.kind === 'module') for (const inner of unit.module.units) visitUnit(inner);
    if (unit.kind === 'operatorDefinition' || unit.kind === 'functionDefinition') {
      const text = unit.at.source.text.slice(unit.at.start, unit.at.end);
      // The oracle leaves LOCAL outside the definition.
      const local = /^LOCAL\s+/.exec(text)?.[0].length ?? 0;
      found.push(entry('definition', unit.at.start + local, unit.at.end));
    }
    for (const e of unitExpressions(unit)) visit(e);
  };
  const visit = (e: Expr): void => {
    const { start, end } = e.at;
    if (e.kind === 'subexpression') return;
    if (e.kind === 'operator') found.push(entry(`${e.fixity} ${e.op}`, start, end));
    else if (e.kind === 'junction') found.push(entry(`junction ${e.op}`, start, end));
    else if (e.kind === 'product') for (const set of e.sets.slice(1)) found.push(entry('infix \\X', start, set.at.end));
    else if (e.kind === 'reference') {
      if (e.args.length > 0 && e.path.length === 0 && /\w/.test(e.name.text))
        found.push(entry('reference', start, end));
    } else if (e.kind !== 'labelled') found.push(entry(e.kind, start, end));
    if (e.kind === 'let') {
      for (const unit of e.definitions) visitUnit(unit);
      visit(e.body);
    } else for (const child of childExpressions(e)) visit(child);
  };
  for (const unit of module.units) visitUnit(unit);
  return found;
}

const [oracle, ...folders] = process.argv.slice(2);
if (oracle === undefined || folders.length === 0) {
  console.error('usage: npx tsx scripts/oracle/tree-sitter.ts ORACLE FOLDER...');
  process.exit(2);
}
const { Parser, Language } = (await import(pathToFileURL(resolve(oracle, 'web-tree-sitter.js')).href)) as TreeSitter;
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(resolve(oracle, 'tree-sitter-tlaplus.wasm')));

const counts = { both: 0, nodes: 0, sameTree: 0, neither: 0, onlyOurs: 0, onlyOracle: 0 };
for (const folder of folders) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.tla')) compare(join(folder, file), relative(folder, join(folder, file)));
  }
}
console.log(
  `${counts.both} modules accepted by both, ${counts.sameTree} of them with the same tree (${counts.nodes} nodes); ${counts.neither} by neither, ` +
    `${counts.onlyOurs} by ours alone, ${counts.onlyOracle} by the oracle alone`,
);

function compare(path: string, name: string): void {
  const text = readFileSync(path, 'utf8');
  const ours = parseModule(sourceText(name, text));
  const tree = parser.parse(text);
  const theirs = !tree.rootNode.hasError;
  if (ours.ok && theirs) {
    counts.both += 1;
    const own = new Set(ownNodes(ours.value));
    counts.nodes += own.size;
    const other = new Set(oracleNodes(tree.rootNode));
    const missing = [...other].filter((node) => !own.has(node));
    const added = [...own].filter((node) => !other.has(node));
    if (missing.length === 0 && added.length === 0) counts.sameTree += 1;
    else
      console.log(`${name}: trees differ\n${sample('only oracle', missing, text)}${sample('only ours', added, text)}`);
  } else if (ours.ok) {
    counts.onlyOurs += 1;
    console.log(`${name}: only ours accepts it`);
  } else if (theirs) {
    counts.onlyOracle += 1;
    console.log(`${name}: only the oracle accepts it\n  ${formatDiagnostic(ours.errors[0]).replaceAll('\n', '\n  ')}`);
  } else counts.neither += 1;
  tree.delete();
}

function sample(who: string, nodes: readonly string[], text: string): string {
  return nodes
    .slice(0, 3)
    .map((node) => {
      const [start = 0, end = 0] = (node.split(' ')[0] ?? '').split('-').map(Number);
      return `  ${who}: ${node}: ${JSON.stringify(text.slice(start, Math.min(end, start + 80)))}\n`;
    })
    .join('');
}
