import { describe, expect, it } from 'vitest';
import { factResolvers, RELATION_RESOLVERS } from '../resolvers/registry.ts';
import { RESOLVER_ABILITIES } from './abilities.ts';
import { FACTS } from './facts.ts';

const facts = factResolvers({ quoteAware: false });
const named = (list: readonly string[] | 'any'): readonly string[] => (list === 'any' ? [] : list);

describe('what resolvers can decide', () => {
  it('covers what is implemented, under the resolver that does it', () => {
    const abilities = new Map(RESOLVER_ABILITIES.map((ability) => [ability.id, ability]));
    for (const resolver of RELATION_RESOLVERS) {
      expect(named(abilities.get(resolver.resolver)!.relations)).toContain(resolver.decides);
    }
    for (const resolver of facts) expect(named(abilities.get(resolver.resolver)!.facts)).toContain(resolver.decides);
  });

  it('promises no relation and no fact that is not implemented', () => {
    const relations = new Set(RESOLVER_ABILITIES.flatMap((ability) => named(ability.relations)));
    expect([...relations].sort()).toEqual(RELATION_RESOLVERS.map((resolver) => resolver.decides).sort());
    const promised = new Set(RESOLVER_ABILITIES.flatMap((ability) => named(ability.facts)));
    expect([...promised].sort()).toEqual(facts.map((resolver) => resolver.decides).sort());
  });

  it('asks facts with the arguments that their resolvers take, in their order', () => {
    const registered = new Map(FACTS.map((fact) => [fact.name, fact.arguments.map((argument) => argument.name)]));
    for (const resolver of facts) expect(registered.get(resolver.decides)).toEqual(resolver.arguments);
  });
});
