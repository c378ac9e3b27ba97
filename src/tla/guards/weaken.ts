import { type Diagnostic, fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { LoadedModule, LoadedSpec } from '../modules/load-spec.ts';
import type { Expr, Module } from '../syntax/ast.ts';
import { mapUnit, replaceNode } from '../syntax/rewrite.ts';
import { sourceError } from '../syntax/source-error.ts';
import type { LocatedGuard } from './guard.ts';
import { locateGuards } from './list-guards.ts';
import { type Replacement, replacementFor } from './replacement.ts';

/** The codes of what can be wrong with a guard path and what is asked of it. */
export type GuardCode = 'tla/unknown-guard' | 'tla/guard-without-bound';

/** A specification with one guard part replaced. */
export interface WeakenedSpec {
  readonly spec: LoadedSpec;
  /** What stands in the guard part's place. */
  readonly node: Expr;
}

/**
 * The specification with one guard part replaced: only the definition that holds it, its module and the maps above are new, the rest is
 * shared. Positions stay those of the source. `actions` as for `listGuards`; only paths that it lists are known.
 */
export function weakenSpec(
  spec: LoadedSpec,
  actions: readonly string[],
  path: string,
  replacement: Replacement,
): Result<WeakenedSpec, Diagnostic<GuardCode>> {
  const located = locateGuards(spec, actions);
  const found = located.find((candidate) => candidate.guard.path === path);
  if (found === undefined) return fail(unknownGuard(path, located));
  const node = replacementFor(found.node, replacement);
  if (node === undefined) {
    const { source, start, end } = found.node.at;
    return fail(
      sourceError(source, 'tla/guard-without-bound', start, end, `"${path}" compares no bounds: ${found.guard.text}`, {
        expected: 'a guard with <, <=, >, >= or membership in an interval',
      }),
    );
  }
  const name = found.guard.module;
  const before = name === spec.root.name.text ? spec.root : userModule(spec.modules.get(name));
  const after = replaceIn(before, found, node);
  const modules = new Map(spec.modules);
  modules.set(name, { kind: 'user', name, module: after });
  return ok({ spec: { root: before === spec.root ? after : spec.root, modules }, node });
}

function userModule(loaded: LoadedModule | undefined): Module {
  if (loaded?.kind !== 'user') throw new Error('a guard stands in a module with a tree');
  return loaded.module;
}

function replaceIn(module: Module, { owner, node }: LocatedGuard, replacement: Expr): Module {
  return {
    ...module,
    units: module.units.map((unit) => {
      const holds =
        (unit.kind === 'operatorDefinition' || unit.kind === 'functionDefinition') && unit.name.text === owner;
      return holds ? mapUnit(unit, (body) => replaceNode(body, node, replacement)) : unit;
    }),
  };
}

function unknownGuard(path: string, located: readonly LocatedGuard[]): Diagnostic<GuardCode> {
  const paths = located.map((candidate) => candidate.guard.path);
  const [owner = ''] = path.split('/');
  const close = nearest(path, paths) ?? nearest(owner, paths);
  const siblings = paths.filter((known) => known.startsWith(`${owner}/`)).slice(0, 8);
  const hint =
    close !== undefined
      ? `did you mean "${close}"?`
      : siblings.length > 0
        ? `known there: ${siblings.map((known) => `"${known}"`).join(', ')}`
        : undefined;
  return {
    code: 'tla/unknown-guard',
    message: `there is no guard "${path}"`,
    expected: 'the path of a guard part that an action depends on',
    ...(hint === undefined ? {} : { hint }),
  };
}
