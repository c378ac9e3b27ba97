import { canonicalJson } from '../../trace/canonical-json.ts';
import { textDigest } from '../../trace/digest.ts';
import type { Entity } from '../graph/entity.ts';
import type { Tuple } from '../logic/formula.ts';
import type { CompiledPredicate } from '../resolvers/compile-predicate.ts';
import type { EioModule } from '../types.ts';
import type { Instance } from './instances.ts';

/**
 * Gives the ids of claims by their bindings: digests of the canonical JSON of module, predicate, version and bindings. Every claim has one, so that
 * its text is put together here. Claim ids of EIO ignore bindings, so that two instances on the same turns collide (reference section 6, point 3):
 * ours cover them.
 */
export function claimIdsOf({ predicate }: CompiledPredicate, module: EioModule): (tuple: Tuple<Entity>) => string {
  const rest = canonicalJson({ module: module.id, predicate: predicate.id, predicate_version: predicate.version });
  const names = predicate.parameters
    .map(({ name }, at) => ({ name, at }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, at }) => ({ key: `${JSON.stringify(name)}:`, at }));
  return (tuple) => {
    const bindings = names.map(({ key, at }) => key + JSON.stringify(tuple[at]?.id ?? null)).join(',');
    return textDigest(`{"bindings":{${bindings}},${rest.slice(1)}`).slice(0, 'sha256:'.length + 20);
  };
}

/** The ids of the claims of one predicate. A trace may use one id for two things; their claims are told apart by their order. */
export function claimIds(compiled: CompiledPredicate, module: EioModule, instances: readonly Instance[]): string[] {
  const times = new Map<string, number>();
  const idOf = claimIdsOf(compiled, module);
  return instances.map(({ tuple }) => {
    const id = idOf(tuple);
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    return time === 1 ? id : `${id}.${time}`;
  });
}
