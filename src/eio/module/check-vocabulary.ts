import { CLAIM_STATES } from '../../model/claim.ts';
import type { YamlPath } from '../../yaml/parse-yaml.ts';
import { isA, type Names, unknownIdHint } from './names.ts';
import type { Report } from './report.ts';
import type { ModuleFile } from './schema.ts';

/** Concepts, relations, evidence kinds, source types and decision states of one module: their references and what they say of themselves. */
export function checkVocabulary(report: Report, file: ModuleFile, names: Names): void {
  checkConcepts(report, file, names);
  checkRelations(report, file, names);
  checkEvidence(report, file, names);
  checkDecisionStates(report, file);
}

function checkConcepts(report: Report, file: ModuleFile, names: Names): void {
  (file.concepts ?? []).forEach((concept, index) => {
    const path: YamlPath = ['concepts', index];
    checkUnique(report, [...path, 'attributes'], concept.attributes);
    if (concept.parent === undefined) return;
    const at = [...path, 'parent'];
    const parent = names.concepts.get(concept.parent);
    if (parent === undefined) {
      unknown(report, at, 'concept', concept.parent, names.concepts.keys());
      return;
    }
    const chain = new Set([concept.id]);
    for (let next = concept.parent; ; ) {
      if (next === concept.id) {
        report.error('eio/parent-cycle', at, {
          message: `a concept is its own ancestor: ${[...chain, concept.id].join(' > ')}`,
        });
        return;
      }
      chain.add(next);
      const above: string | undefined = names.concepts.get(next)?.parent;
      // A circle further up is told where it stands.
      if (above === undefined || (above !== concept.id && chain.has(above))) return;
      next = above;
    }
  });
}

function checkRelations(report: Report, file: ModuleFile, names: Names): void {
  (file.relations ?? []).forEach((relation, index) => {
    const path: YamlPath = ['relations', index];
    for (const side of ['domain', 'range'] as const) {
      checkUnique(report, [...path, side], relation[side]);
      relation[side].forEach((id, at) => {
        if (!names.concepts.has(id)) unknown(report, [...path, side, at], 'entity', id, names.concepts.keys());
      });
    }
    checkUnique(report, [...path, 'characteristics'], relation.characteristics);
    const has = (name: string) => (relation.characteristics as readonly string[] | undefined)?.includes(name) === true;
    if (relation.cardinality !== undefined) {
      const sides = [
        ['object', 'functional', 'has one object at most'],
        ['subject', 'inverse-functional', 'has one subject at most'],
      ] as const;
      for (const [side, characteristic, meaning] of sides) {
        const given = relation.cardinality[side];
        const single = given === '0..1' || given === '1';
        if (single !== has(characteristic)) {
          report.error('eio/cardinality', [...path, 'cardinality', side], {
            message: `"${relation.id}" is ${has(characteristic) ? '' : 'not '}${characteristic}, and its ${side} cardinality is "${given}"`,
            expected: `"0..1" or "1" if and only if the relation is ${characteristic} (${meaning})`,
          });
        }
      }
    }
    if (has('symmetric') && has('irreflexive') && has('transitive')) {
      report.error('eio/contradiction', [...path, 'characteristics'], {
        message: `"${relation.id}" is symmetric, transitive and irreflexive, so it can never hold`,
      });
    }
    if (relation.inverse === undefined) return;
    const inverse = names.relations.get(relation.inverse);
    if (inverse === undefined) {
      unknown(report, [...path, 'inverse'], 'relation', relation.inverse, names.relations.keys());
    } else if (inverse.inverse !== relation.id) {
      report.error('eio/inverse', [...path, 'inverse'], {
        message: `"${relation.inverse}" does not name "${relation.id}" as its inverse`,
        expected: inverse.inverse === undefined ? 'both relations to name each other' : `"${inverse.inverse}"`,
      });
    }
  });
}

function checkEvidence(report: Report, file: ModuleFile, names: Names): void {
  (file.evidence_types ?? []).forEach((kind, index) => {
    const path: YamlPath = ['evidence_types', index, 'compatible_source_types'];
    checkUnique(report, path, kind.compatible_source_types);
    checkUnique(report, ['evidence_types', index, 'required_fields'], kind.required_fields);
    kind.compatible_source_types?.forEach((source, at) => {
      if (names.sourceTypes.has(source)) return;
      report.error('eio/unknown-source-type', [...path, at], {
        message: `unknown source type "${source}"`,
        hint: () => unknownIdHint(source, names.sourceTypes.keys()),
      });
    });
  });
  (file.source_types ?? []).forEach((source, index) => {
    const required = source.witness_requires;
    if (required === undefined || names.sourceTypes.has(required)) return;
    report.error('eio/unknown-source-type', ['source_types', index, 'witness_requires'], {
      message: `unknown source type "${required}"`,
      hint: () => unknownIdHint(required, names.sourceTypes.keys()),
    });
  });
}

function checkDecisionStates(report: Report, file: ModuleFile): void {
  if (file.decision_states === undefined) return;
  const declared = file.decision_states.map((state) => state.id);
  if (declared.length === CLAIM_STATES.length && CLAIM_STATES.every((state, index) => state === declared[index]))
    return;
  report.error('eio/decision-states', ['decision_states'], {
    message: `the decision states are ${declared.join(', ')}`,
    expected: `exactly ${CLAIM_STATES.join(', ')}, in this order`,
  });
}

/** An id that nothing visible declares. */
export function unknown(report: Report, path: YamlPath, what: string, id: string, known: Iterable<string>): void {
  report.error('eio/unknown-id', path, {
    message: `unknown ${what} "${id}"`,
    hint: () => unknownIdHint(id, known),
  });
}

/** A reference to a concept of one kind: a risk, a safeguard. */
export function checkConceptKind(report: Report, path: YamlPath, id: string, kind: string, names: Names): void {
  const concept = names.concepts.get(id);
  if (concept === undefined) {
    const known = [...names.concepts.values()].filter((one) => one.kind === kind).map((one) => one.id);
    unknown(report, path, kind, id, known);
  } else if (concept.kind !== kind) {
    report.error('eio/wrong-kind', path, {
      message: `"${id}" is of kind ${concept.kind}`,
      expected: `a concept of kind ${kind}`,
    });
  }
}

/** A parameter or a variable stands for an entity, not for a risk or a safeguard. */
export function checkEntity(report: Report, path: YamlPath, id: string, names: Names): void {
  const concept = names.concepts.get(id);
  if (concept === undefined) {
    const known = [...names.concepts.values()].filter((one) => isEntity(one.kind)).map((one) => one.id);
    unknown(report, path, 'entity', id, known);
  } else if (!isEntity(concept.kind)) {
    report.error('eio/wrong-kind', path, {
      message: `"${id}" is of kind ${concept.kind}`,
      expected: 'an entity',
    });
  }
}

/** Whether a concept of this kind can be a node of an evidence graph. */
export const isEntity = (kind: string): boolean => kind !== 'risk' && kind !== 'safeguard' && kind !== 'framework';

/** Lists of names hold each name once. */
export function checkUnique(report: Report, path: YamlPath, list: readonly unknown[] | undefined): void {
  if (list === undefined) return;
  const seen = new Set<unknown>();
  list.forEach((entry, index) => {
    if (seen.has(entry)) {
      report.error('eio/duplicate-entry', [...path, index], { message: `"${String(entry)}" is listed twice` });
    }
    seen.add(entry);
  });
}

/** Whether one of `types` is the entity or an ancestor of it. */
export const fits = (names: Names, type: string, types: readonly string[]): boolean =>
  types.some((one) => isA(names, type, one));
