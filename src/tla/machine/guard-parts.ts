import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { GuardInfo } from '../../model/state-machine.ts';
import { unknownName } from '../../model/unknown-name.ts';
import type { LocatedGuard } from '../guards/guard.ts';
import { locateGuards } from '../guards/list-guards.ts';
import type { TlaModel } from '../semantics/model.ts';
import type { Expr } from '../syntax/ast.ts';

/** What a variant is a variant of. Only steps go by the variant's own text: where they begin and what is forbidden stays what it was. */
export interface Origin {
  readonly model: TlaModel;
  readonly isGuard: (path: string) => boolean;
  /** By path, what stands in the place of each guard part that was replaced. */
  readonly replaced: ReadonlyMap<string, Expr>;
}

/** The guard parts of a model, looked for when they are first asked for. */
export interface GuardParts {
  /** Names of the next-state relation and of its actions, in which guards are looked for. */
  readonly actions: readonly string[];
  all(): readonly LocatedGuard[];
  find(path: string): LocatedGuard | undefined;
  /** Whether a path is that of a guard, of the model or of one that it is a variant of. */
  has(path: string): boolean;
  /** The formula that an assumption about a guard is about. `gone`: a part of what was replaced, which is asked no more. */
  assumed(path: string): Expr | 'gone' | 'unknown';
  /** Paths by the formulas. */
  paths(): ReadonlyMap<Expr, string>;
  unknown(path: string): Diagnostic;
}

export function guardParts(model: TlaModel, actions: readonly string[], origin: Origin | null): GuardParts {
  const names = [model.behaviour.next?.name ?? 'Next', ...actions];
  let located: readonly LocatedGuard[] | null = null;
  let paths: ReadonlyMap<Expr, string> | null = null;
  const parts: GuardParts = {
    actions: names,
    all: () => {
      located ??= locateGuards(model.loaded, names);
      return located;
    },
    find: (path) => parts.all().find((one) => one.guard.path === path),
    has: (path) => parts.all().some((one) => one.guard.path === path) || origin?.isGuard(path) === true,
    assumed: (path) =>
      parts.find(path)?.node ?? origin?.replaced.get(path) ?? (origin?.isGuard(path) === true ? 'gone' : 'unknown'),
    paths: () => {
      paths ??= new Map(parts.all().map((one) => [one.node, one.guard.path]));
      return paths;
    },
    unknown: (path) =>
      unknownName(
        'tla/unknown-guard',
        'guard',
        path,
        parts.all().map((one) => one.guard.path),
      ),
  };
  return parts;
}

/** A guard as a state machine tells of it. */
export const guardInfo = ({ guard }: LocatedGuard): GuardInfo => ({
  path: guard.path,
  kind: guard.kind === 'condition' ? 'atom' : guard.kind,
  text: guard.text,
  at: guard.at.source.span(guard.at.start, guard.at.end),
});
