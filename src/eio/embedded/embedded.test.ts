import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { loadEioModule, loadEmbeddedModule } from '../module/load-eio-module.ts';
import { proposition } from '../module/proposition.ts';
import { expressionNodes } from '../module/visit-expression.ts';
import type { EioModule, Expression, Predicate } from '../types.ts';
import { RESOLVER_ABILITIES } from '../vocabulary/abilities.ts';
import { CONSTANTS } from '../vocabulary/constants.ts';
import { FACTS } from '../vocabulary/facts.ts';
import { OBLIGATIONS, severityOf } from '../vocabulary/obligations.ts';
import { EMBEDDED_MODULES, embeddedModule, SHORT_NAMES } from './embedded.ts';

const SEED = '../shared/seeds/context-trust.yaml';
const ours = unwrap(loadEmbeddedModule('eio:context-trust'));

/** All of a predicate but its words and its places. */
function deciding(predicate: Predicate): unknown {
  const { description: _, mitigations, ...rest } = predicate;
  return JSON.parse(
    JSON.stringify({ ...rest, mitigations: mitigations.map((one) => one.category) }, (key, value) =>
      key === 'at' ? undefined : value,
    ),
  );
}

const words = (module: EioModule): string[] => [
  module.title,
  module.description,
  ...module.predicates.flatMap((predicate) => [
    predicate.description,
    ...predicate.mitigations.flatMap((mitigation) => [mitigation.action, mitigation.verification]),
  ]),
];

const nodes = (predicate: Predicate): Expression[] =>
  [predicate.applicableWhen, predicate.satisfiedWhen, predicate.violatedWhen].flatMap((expression) =>
    expression === undefined ? [] : [...expressionNodes(expression)],
  );

describe('the modules that ship', () => {
  it.each(EMBEDDED_MODULES)('$id $version is sound, without a warning, and is what it is filed under', (module) => {
    const loaded = unwrap(loadEioModule(module.source));
    expect({ id: loaded.id, version: loaded.version, warnings: loaded.warnings }).toEqual({
      id: module.id,
      version: module.version,
      warnings: [],
    });
  });

  it('has a short name for context-trust, and none for what does not ship', () => {
    expect([...SHORT_NAMES]).toEqual([['eio:context-trust', 'eio.risk.context-trust']]);
    expect(embeddedModule('eio:context-trust')).toBe(embeddedModule('eio.risk.context-trust'));
    expect(embeddedModule('eio.risk.grounding')).toBeUndefined();
    const unknown = loadEmbeddedModule('eio:context-turst');
    expect(unknown.ok ? [] : unknown.errors).toEqual([
      {
        code: 'eio/import-unknown',
        message: 'no module "eio:context-turst" comes with the package',
        hint: 'did you mean "eio:context-trust"?',
      },
    ]);
  });

  it('gives the vocabulary in the sizes of EIO 0.6.0', () => {
    const { vocabulary } = ours;
    const size = (map: ReadonlyMap<string, unknown>) => map.size;
    expect({
      relations: size(vocabulary.relations),
      evidenceKinds: size(vocabulary.evidenceKinds),
      sourceTypes: size(vocabulary.sourceTypes),
      anchors: size(vocabulary.anchors),
      resolvers: size(vocabulary.resolvers),
    }).toEqual({ relations: 34, evidenceKinds: 11, sourceTypes: 10, anchors: 8, resolvers: 11 });
  });

  it('hangs every entity under thing and every risk of the agent under agent-behaviour', () => {
    const rootOf = (map: ReadonlyMap<string, { readonly parent?: string }>, id: string): string => {
      const parent = map.get(id)?.parent;
      return parent === undefined ? id : rootOf(map, parent);
    };
    const { entities, risks } = ours.vocabulary;
    expect(new Set([...entities.keys()].map((id) => rootOf(entities, id)))).toEqual(new Set(['eio.entity.thing']));
    const used = ours.predicates.flatMap((predicate) => predicate.risk ?? []);
    expect(used).toHaveLength(7);
    expect(new Set(used).size).toBe(7);
    for (const risk of used) expect(rootOf(risks, risk)).toBe('eio.risk.agent-behaviour');
    expect(risks.get('eio.risk.insecure-inter-agent-communication')?.parent).toBe('eio.risk.instruction-override');
  });

  it('lets exactly the kinds, sources and anchors of the reference prove and witness', () => {
    const { evidenceKinds, sourceTypes, anchors } = ours.vocabulary;
    expect([...evidenceKinds.values()].filter((kind) => !kind.provesBehaviour).map((kind) => kind.id)).toEqual([
      'POLICY_SPAN',
      'PROVENANCE',
      'USER_INPUT',
      'RETRIEVAL',
    ]);
    expect([...sourceTypes.values()].filter((source) => source.mayWitness).map((source) => source.id)).toEqual([
      'AGENT_ANSWER',
      'AGENT_TOOL_CALL',
      'TOOL_RESULT',
      'STATE_LEDGER',
      'HUMAN_REVIEW',
    ]);
    expect(sourceTypes.get('TOOL_RESULT')?.witnessRequires).toBe('AGENT_TOOL_CALL');
    expect([...anchors.values()].filter((anchor) => anchor.witnessing).map((anchor) => anchor.id)).toEqual([
      'exact',
      'casefold',
      'receipt',
      'computed',
    ]);
  });

  it('registers the facts and constants that context-trust uses, all of them and no others', () => {
    const used = ours.predicates.flatMap(nodes);
    const facts = new Set(used.flatMap((node) => (node.kind === 'fact' ? [node.name] : [])));
    const constants = new Set(
      used.flatMap((node) =>
        node.kind === 'relation'
          ? [node.subject, node.object].flatMap((term) => (term.kind === 'constant' ? [term.name] : []))
          : [],
      ),
    );
    const relations = new Set(used.flatMap((node) => (node.kind === 'relation' ? [node.relation] : [])));
    expect(FACTS.map((fact) => fact.name).sort()).toEqual([...facts].sort());
    expect(CONSTANTS.map((constant) => constant.name).sort()).toEqual([...constants].sort());
    expect([facts.size, constants.size, relations.size]).toEqual([9, 6, 11]);
  });

  it('says of every resolver what it can decide, in names that exist', () => {
    expect(RESOLVER_ABILITIES.map((ability) => ability.id)).toEqual([...ours.vocabulary.resolvers.keys()]);
    const facts = FACTS.map((fact) => fact.name);
    for (const ability of RESOLVER_ABILITIES) {
      for (const relation of ability.relations) {
        if (ability.relations !== 'any') expect(ours.vocabulary.relations.has(relation), relation).toBe(true);
      }
      if (ability.facts !== 'any') for (const fact of ability.facts) expect(facts).toContain(fact);
    }
  });

  it('takes severities from obligations: the worst of them, and none where nobody obliges', () => {
    expect(ours.predicates.map((predicate) => [predicate.id.slice(14), severityOf(predicate.id)])).toEqual([
      ['untrusted-content-reproduced', null],
      ['untrusted-instruction-execution', 'CRITICAL'],
      ['untrusted-content-persisted', 'CRITICAL'],
      ['applicable-policy-abandoned', 'CRITICAL'],
      ['unverified-authority-accepted', 'CRITICAL'],
      ['guardrail-circumvented', null],
      ['context-provenance-missing', null],
      ['unauthenticated-peer-instruction-executed', 'CRITICAL'],
    ]);
    expect(OBLIGATIONS).toHaveLength(9);
  });
});

describe.skipIf(!existsSync(SEED))('context-trust as it ships, against the seed', () => {
  const seed = existsSync(SEED)
    ? unwrap(loadEioModule(sourceText('context-trust.yaml', readFileSync(SEED, 'utf8'))))
    : ours;

  it('loads the seed unmodified and without a warning', () => {
    expect(seed.predicates).toHaveLength(8);
    expect(seed.warnings).toEqual([]);
  });

  it('equals the seed in all that decides', () => {
    const decides = (module: EioModule) => ({
      id: module.id,
      version: module.version,
      namespace: module.namespace,
      kind: module.kind,
      imports: module.imports.map((one) => [one.module, one.version]),
      predicates: module.predicates.map(deciding),
    });
    expect(decides(ours)).toEqual(decides(seed));
    expect(ours.predicates.map(proposition)).toEqual(seed.predicates.map(proposition));
  });

  it('shares no sentence with the seed', () => {
    const normal = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^a-z]+/g, ' ')
        .trim();
    const theirs = new Set(words(seed).map(normal));
    expect(words(ours).filter((text) => theirs.has(normal(text)))).toEqual([]);
    // Nor a long run of words inside of one.
    const runs = (text: string) => {
      const all = normal(text).split(' ');
      return all.slice(0, -5).map((_, index) => all.slice(index, index + 6).join(' '));
    };
    const theirRuns = new Set(words(seed).flatMap(runs));
    expect(
      words(ours)
        .flatMap(runs)
        .filter((run) => theirRuns.has(run)),
    ).toEqual([]);
  });
});
