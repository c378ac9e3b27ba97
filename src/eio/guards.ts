import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import type { GuardInfo } from '../model/state-machine.ts';
import type { TraceEvent } from '../trace/event.ts';
import { expressionNodes, expressionText } from './module/visit-expression.ts';
import type { EioModule, Expression, Predicate } from './types.ts';

/** Kinds of events that can authorise something; each is a guard, for without it what it allowed is not allowed. */
export const AUTHORISING_KINDS = [
  'policy.declared',
  'policy.decided',
  'approval.decided',
  'identity.verified',
  'handoff',
] as const;
export type AuthorisingKind = (typeof AUTHORISING_KINDS)[number];

/** A module under one weakening: what the fold takes instead of the module, and which authorising events it must pass over. */
export interface WeakenedModule {
  readonly module: EioModule;
  readonly ignored: ReadonlySet<AuthorisingKind>;
}

const SECTIONS = [
  ['applicable_when', 'applicableWhen'],
  ['satisfied_when', 'satisfiedWhen'],
  ['violated_when', 'violatedWhen'],
] as const;

interface AtomGuard {
  readonly info: GuardInfo;
  readonly predicate: Predicate;
  readonly section: (typeof SECTIONS)[number][1];
  readonly atom: Expression;
}

/**
 * Every guard of an EIO module: each atom of a predicate's expressions (`untrusted-instruction-execution/violated_when/authorized-by`;
 * a second atom of the same name ends in `/2`), and each kind of authorising event that its predicates look at
 * (`event/approval.decided`). An atom is none without which the predicate would be violated by whatever it applies to: an attack that then comes
 * through would show nothing.
 */
export function eioGuards(module: EioModule): readonly GuardInfo[] {
  return [...atomGuards(module).map((guard) => guard.info), ...eventGuards(module)];
}

/**
 * The module with one atom replaced by its neutral value: what drops it out of the list that it stands in, so `true` in `all`, `false` in
 * `any`, and the opposite under a `not`.
 */
export function weakenPredicate(module: EioModule, path: string): Result<EioModule> {
  const guards = atomGuards(module);
  const guard = guards.find((one) => one.info.path === path);
  if (guard === undefined)
    return fail(
      unknownGuard(
        module,
        path,
        guards.map((one) => one.info.path),
      ),
    );
  return ok(replaceAtom(module, guard));
}

/** The module without one guard, atom or authorising event, by its path; `others` are guards that are not the module's, for the hint. */
export function weakenModule(
  module: EioModule,
  path: string,
  others: readonly GuardInfo[] = [],
): Result<WeakenedModule> {
  const kind = AUTHORISING_KINDS.find((one) => eventPath(one) === path);
  if (kind !== undefined && eventGuards(module).some((guard) => guard.path === path)) {
    return ok({ module, ignored: new Set([kind]) });
  }
  const guard = atomGuards(module).find((one) => one.info.path === path);
  if (guard === undefined)
    return fail(
      unknownGuard(
        module,
        path,
        [...eioGuards(module), ...others].map((one) => one.path),
      ),
    );
  return ok({ module: replaceAtom(module, guard), ignored: new Set() });
}

/** What an event authorises by, if it does: a permit, an allow, an approval, a verified identity, a handoff that hands authority over. */
export function authorisingKind(event: TraceEvent): AuthorisingKind | null {
  switch (event.kind) {
    case 'policy.declared':
      return event.effect === 'permit' ? event.kind : null;
    case 'policy.decided':
      return event.effect === 'allow' ? event.kind : null;
    case 'approval.decided':
      return event.decision === 'approve' || event.decision === 'edit' ? event.kind : null;
    case 'handoff':
      return event.authority === undefined ? null : event.kind;
    case 'identity.verified':
      return event.kind;
    default:
      return null;
  }
}

const atomGuards = (module: EioModule): AtomGuard[] => atomsOf(module).filter((one) => !isWholeCondition(one));

/** Whether nothing is left of the condition without the atom, so that it would hold of everything. */
function isWholeCondition({ predicate, section, atom }: AtomGuard): boolean {
  if (section !== conditionOf(predicate)) return false;
  return constantOf(without(predicate[section]!, atom, true)) === true;
}

/** The expression whose truth is a finding; null for a safeguard, where it is a pass. */
function conditionOf({ polarity, satisfiedWhen }: Predicate): AtomGuard['section'] | null {
  switch (polarity) {
    case 'risk':
      return 'violatedWhen';
    case 'observation':
      return satisfiedWhen === undefined ? 'violatedWhen' : 'satisfiedWhen';
    case 'safeguard':
      return null;
  }
}

/** What an expression is whatever its atoms are; null if it depends on them. */
function constantOf(expression: Expression): boolean | null {
  switch (expression.kind) {
    case 'boolean':
      return expression.value;
    case 'all':
    case 'any': {
      const absorbing = expression.kind === 'any';
      const parts = expression.parts.map(constantOf);
      if (parts.includes(absorbing)) return absorbing;
      return parts.includes(null) ? null : !absorbing;
    }
    case 'not': {
      const part = constantOf(expression.part);
      return part === null ? null : !part;
    }
    case 'relation':
    case 'fact':
    case 'exists':
    case 'compare':
    case 'temporal':
      return null;
  }
}

function atomsOf(module: EioModule): AtomGuard[] {
  return module.predicates.flatMap((predicate) =>
    SECTIONS.flatMap(([name, section]) => {
      const expression = predicate[section];
      if (expression === undefined) return [];
      const prefix = `${predicate.id.replace(/^eio\.predicate\./, '')}/${name}`;
      const times = new Map<string, number>();
      return [...expressionNodes(expression)].flatMap((atom) => {
        const label = labelOf(atom);
        if (label === undefined) return [];
        const time = (times.get(label) ?? 0) + 1;
        times.set(label, time);
        const path = `${prefix}/${label}${time === 1 ? '' : `/${time}`}`;
        const info: GuardInfo = { path, kind: 'atom', text: expressionText(atom), at: atom.at };
        return [{ info, predicate, section, atom }];
      });
    }),
  );
}

/** The name of an atom in a path; undefined for what is no atom. */
function labelOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'relation':
      return expression.relation.replace(/^eio\.relation\./, '');
    case 'fact':
      return expression.name;
    case 'exists':
      return `exists-${expression.type.replace(/^eio\.entity\./, '')}`;
    case 'compare':
    case 'temporal':
      return expression.op;
    case 'boolean':
    case 'all':
    case 'any':
    case 'not':
      return undefined;
  }
}

const eventPath = (kind: AuthorisingKind): string => `event/${kind}`;

// What each authorising event speaks to; a module that asks for none of it is not guarded by such events.
const AUTHORISES: Readonly<Record<AuthorisingKind, { readonly names: readonly string[]; readonly text: string }>> = {
  'policy.declared': {
    names: ['authorized-by', 'violates', 'satisfies'],
    text: 'a declared policy permits a call',
  },
  'policy.decided': { names: ['authorized-by'], text: 'a policy decision allows a call' },
  'approval.decided': { names: ['authorized-by'], text: 'an approval allows a call' },
  'identity.verified': {
    names: ['verified-by', 'peer_integrity_unverified'],
    text: 'a verification vouches for an identity',
  },
  handoff: {
    names: ['authorized-by', 'delegation_scope_missing_or_exceeded'],
    text: 'a handoff hands authority over',
  },
};

function eventGuards(module: EioModule): GuardInfo[] {
  const asked = new Set(
    module.predicates
      .flatMap((predicate) => SECTIONS.flatMap(([, section]) => predicate[section] ?? []))
      .flatMap((expression) => [...expressionNodes(expression)].flatMap((node) => labelOf(node) ?? [])),
  );
  return AUTHORISING_KINDS.filter((kind) => AUTHORISES[kind].names.some((name) => asked.has(name))).map((kind) => ({
    path: eventPath(kind),
    kind: 'definition',
    text: AUTHORISES[kind].text,
  }));
}

function replaceAtom(module: EioModule, guard: AtomGuard): EioModule {
  return {
    ...module,
    predicates: module.predicates.map((predicate) => {
      const expression = predicate[guard.section];
      if (predicate !== guard.predicate || expression === undefined) return predicate;
      return { ...predicate, [guard.section]: without(expression, guard.atom, true) };
    }),
  };
}

/** The expression with the atom, told by identity, at its neutral value; `neutral` is the one at this place. */
function without(expression: Expression, atom: Expression, neutral: boolean): Expression {
  if (expression === atom) return { kind: 'boolean', value: neutral, at: atom.at };
  switch (expression.kind) {
    case 'all':
    case 'any':
      return {
        ...expression,
        parts: expression.parts.map((part) => without(part, atom, expression.kind === 'all')),
      };
    case 'not':
      return { ...expression, part: without(expression.part, atom, !neutral) };
    case 'boolean':
    case 'relation':
    case 'fact':
    case 'exists':
    case 'compare':
    case 'temporal':
      return expression;
  }
}

function unknownGuard(module: EioModule, path: string, known: readonly string[]): Diagnostic<'eio/unknown-guard'> {
  const hint = atomsOf(module).some(({ info }) => info.path === path)
    ? 'it is the whole condition: without it the predicate would be violated by whatever it applies to'
    : nearestHint(path, known);
  return {
    code: 'eio/unknown-guard',
    message: `there is no guard "${path}"`,
    ...(hint === undefined ? {} : { hint }),
  };
}
