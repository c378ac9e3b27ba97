import { OBLIGATIONS } from '../vocabulary/obligations.ts';
import type { ConstantSignature, FactSignature, ResolverAbility } from '../vocabulary/signatures.ts';
import type { Names } from './names.ts';

/** What a predicate is checked against. */
export interface PredicateScope {
  readonly names: Names;
  readonly facts: ReadonlyMap<string, FactSignature>;
  readonly constants: ReadonlyMap<string, ConstantSignature>;
  readonly abilities: ReadonlyMap<string, ResolverAbility>;
  /** Ids of predicates that a domain's coverage obligation targets. */
  readonly obliged: ReadonlySet<string>;
  readonly strictTypes: boolean;
}

/** Ids of predicates that EIO's own domains oblige, and those that the loaded modules do. */
export const obligedPredicates = (more: Iterable<string>): Set<string> =>
  new Set([...OBLIGATIONS.map((obligation) => obligation.predicate), ...more]);
