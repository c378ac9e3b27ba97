import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import type { Expr, Module, Name } from '../syntax/ast.ts';
import { childExpressions, unitExpressions } from '../syntax/children.ts';
import { parseModule, parseModuleNamed } from '../syntax/parser.ts';
import { sourceError } from '../syntax/source-error.ts';
import type { SyntaxDiagnostic } from '../syntax/syntax-error.ts';
import { STANDARD_MODULES, STUB_NAMES, stubExtends, UNSUPPORTED_MODULES } from './standard-modules.ts';

/** Gives the text of a module by its name; pure apart from that. */
export interface ModuleReader {
  /** The text of the module `name` beside the specification, or undefined if there is none. */
  readonly read: (name: string) => SourceText | undefined;
  /** The names of the modules that `read` knows, for hints. */
  readonly names?: () => readonly string[];
}

/** What a module is to the evaluator: a tree, operators of its own, or nothing but what it extends. */
export type LoadedModule =
  | { readonly kind: 'user'; readonly name: string; readonly module: Module }
  | { readonly kind: 'standard'; readonly name: string }
  | { readonly kind: 'stub'; readonly name: string; readonly extends: readonly string[] };

/** A specification with all it extends and instantiates. */
export interface LoadedSpec {
  readonly root: Module;
  /** Every module that is reached, the root and stubs included, by name; a module after those it needs. Nested modules stand in
   * their own module's tree, not here. */
  readonly modules: ReadonlyMap<string, LoadedModule>;
}

/** The codes of what can go wrong between modules. */
export type ModulesCode =
  | 'tla/missing-module'
  | 'tla/unsupported-module'
  | 'tla/module-cycle'
  | 'tla/module-name'
  | 'tla/spec-too-large';

export type ModulesDiagnostic = Diagnostic<ModulesCode> | SyntaxDiagnostic;

const MAX_MODULES = 500;
const MAX_CHAIN = 64;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Who needs a module, and where it says so. */
interface Need {
  readonly name: Name;
  readonly how: 'extends' | 'instantiates';
}

/**
 * Parses a root module and all modules it reaches by EXTENDS and INSTANCE. As in TLC, a module beside the specification, or after the
 * root in its own text, wins over a standard one of its name. First error only; in a fixed order, that of the text.
 */
export function loadSpec(root: SourceText, reader: ModuleReader): Result<LoadedSpec, ModulesDiagnostic> {
  const parsed = parseModule(root);
  if (!parsed.ok) return parsed;
  const modules = new Map<string, LoadedModule>();
  const nestedIn = new Map<string, ReadonlySet<string>>();
  const chain: { readonly name: string; readonly need: Need | null }[] = [];
  let characters = root.text.length;

  const problem = (code: ModulesCode, need: Need, message: string, hint?: string): ModulesDiagnostic => {
    const { source, start, end } = need.name.at;
    return sourceError(source, code, start, end, message, { hint });
  };

  /** Loads what a module needs, then the module itself; undefined if all went well. */
  const add = (module: Module, need: Need | null): ModulesDiagnostic | undefined => {
    chain.push({ name: module.name.text, need });
    const visible = new Set<string>(nestedNames(module));
    for (const name of module.extends) {
      const error = load({ name, how: 'extends' });
      if (error !== undefined) return error;
      for (const nested of nestedIn.get(name.text) ?? []) visible.add(nested);
    }
    for (const name of instantiated(module)) {
      if (visible.has(name.text)) continue;
      const error = load({ name, how: 'instantiates' });
      if (error !== undefined) return error;
    }
    chain.pop();
    nestedIn.set(module.name.text, visible);
    modules.set(module.name.text, { kind: 'user', name: module.name.text, module });
    return undefined;
  };

  const load = (need: Need): ModulesDiagnostic | undefined => {
    const name = need.name.text;
    if (modules.has(name)) return undefined;
    const open = chain.findIndex((link) => link.name === name);
    if (open !== -1) return cycle(need, open);
    if (modules.size >= MAX_MODULES) return problem('tla/spec-too-large', need, `more than ${MAX_MODULES} modules`);
    if (chain.length >= MAX_CHAIN) {
      return problem('tla/spec-too-large', need, `modules need one another more than ${MAX_CHAIN} deep here`);
    }
    const source = reader.read(name);
    if (source !== undefined) return loadUser(need, source);
    const together = parseModuleNamed(root, name);
    if (together !== undefined) return together.ok ? add(together.value, need) : together.errors[0];
    if (STANDARD_MODULES.has(name)) {
      modules.set(name, { kind: 'standard', name });
      return undefined;
    }
    const stub = stubExtends(name);
    if (stub === undefined) return missing(need);
    for (const extended of stub) {
      const error = load({ name: { text: extended, at: need.name.at }, how: 'extends' });
      if (error !== undefined) return error;
    }
    modules.set(name, { kind: 'stub', name, extends: stub });
    return undefined;
  };

  const loadUser = (need: Need, source: SourceText): ModulesDiagnostic | undefined => {
    characters += source.text.length;
    if (characters > MAX_CHARACTERS) {
      return problem('tla/spec-too-large', need, `the modules together have more than ${MAX_CHARACTERS} characters`);
    }
    const result = parseModule(source);
    if (!result.ok) return result.errors[0];
    const found = result.value.name;
    if (found.text !== need.name.text) {
      return sourceError(
        source,
        'tla/module-name',
        found.at.start,
        found.at.end,
        `this module is named "${found.text}"`,
        {
          expected: `the name of its file, "${need.name.text}"`,
          related: [
            { message: 'it is needed here', at: need.name.at.source.span(need.name.at.start, need.name.at.end) },
          ],
        },
      );
    }
    return add(result.value, need);
  };

  const cycle = (need: Need, open: number): ModulesDiagnostic => {
    const links = [...chain.slice(open + 1).map((link) => link.need!), need];
    const told = links.map((link) => ` ${link.how} ${link.name.text}`).join(', which');
    return problem('tla/module-cycle', need, `modules need one another in a circle: ${chain[open]!.name}${told}`);
  };

  const missing = (need: Need): ModulesDiagnostic => {
    const name = need.name.text;
    const reason = UNSUPPORTED_MODULES.get(name);
    if (reason !== undefined) {
      return problem('tla/unsupported-module', need, `module "${name}" is not supported: ${reason}`);
    }
    const known = [...(reader.names?.() ?? []), ...STANDARD_MODULES, ...STUB_NAMES];
    const hint = nearestHint(name, known);
    return problem(
      'tla/missing-module',
      need,
      `there is no module "${name}"`,
      hint ?? 'a module is looked for beside the specification',
    );
  };

  const error = add(parsed.value, null);
  return error === undefined ? ok({ root: parsed.value, modules }) : fail(error);
}

/** The names of the modules nested in a module, at any depth. */
const nestedNames = (module: Module): string[] =>
  module.units.flatMap((unit) => (unit.kind === 'module' ? [unit.module.name.text, ...nestedNames(unit.module)] : []));

/** The modules that a module instantiates and its nested modules need, in source order; LET included. */
function instantiated(module: Module): Name[] {
  return module.units.flatMap((unit) => {
    if (unit.kind === 'module') return [...unit.module.extends, ...instantiated(unit.module)];
    const names = unit.kind === 'instance' ? [unit.module] : [];
    return [...names, ...unitExpressions(unit).flatMap(instantiatedInside)];
  });
}

/** Without recursion over the tree; units of LET are found among the definitions. */
function instantiatedInside(root: Expr): Name[] {
  const names: Name[] = [];
  const stack: Expr[] = [root];
  for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
    if (e.kind === 'let') {
      for (const unit of e.definitions) if (unit.kind === 'instance') names.push(unit.module);
    }
    const children = childExpressions(e);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!);
  }
  return names;
}
