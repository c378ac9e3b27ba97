import { phrase } from '../../model/phrase.ts';
import type { Entity, Identity } from '../graph/entity.ts';
import { grouped } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { FAILS, HOLDS, open } from '../logic/truth.ts';
import { closedWorld, listed, NONE, type RelationResolver } from './atom-table.ts';
import { instructionRefs } from './evidence.ts';
import { instructionName, nameOf } from './requests.ts';

const OTHER_ISSUER = open('who issued what is no instruction');

/** Who an instruction says it is from. Functional: two issuers of one instruction are a defect of the trace. */
export const issuedBy: RelationResolver = {
  decides: 'eio.relation.issued-by',
  resolver: 'eio.resolver.graph-rule',
  looksAt: 'The issuer that an instruction declares.',
  cannotSee: 'Who really wrote it: that is for verified-by. An issuer that stands only in the text.',
  table(graph, use) {
    if (use.subjectConstant !== null || use.objectConstant !== null) return null;
    const byIssuer = lazy(() =>
      grouped(graph.instructions.flatMap((one) => (one.issuedBy === undefined ? [] : [[one.issuedBy, one] as const]))),
    );
    const issuers = lazy((): readonly Entity[] => graph.identities.filter((identity) => byIssuer().has(identity.id)));
    const issued = lazy(() => graph.instructions.filter((one) => one.issuedBy !== undefined));
    const issuerOf = (entity: Entity): Identity | undefined =>
      entity.kind === 'instruction' && entity.issuedBy !== undefined
        ? graph.identityById.get(entity.issuedBy)
        : undefined;
    return {
      table: {
        decide({ 0: instruction, 1: identity }) {
          if (instruction == null) return closedWorld(graph, 'instruction', 'context.added');
          if (instruction.kind !== 'instruction') return OTHER_ISSUER;
          const issuer = issuerOf(instruction);
          if (identity == null) return issuer === undefined ? closedWorld(graph, 'identity.asserted') : FAILS;
          return issuer === identity ? HOLDS : FAILS;
        },
        candidates(position, { 0: instruction, 1: identity }) {
          if (position === 0) {
            if (identity === null) return undefined;
            return listed(identity === undefined ? issued() : (byIssuer().get(identity.id) ?? []));
          }
          if (instruction === null) return NONE;
          if (instruction === undefined) return listed(issuers());
          const issuer = issuerOf(instruction);
          return listed(issuer === undefined ? [] : [issuer]);
        },
        explain([instruction, identity], decision) {
          const verb = decision.truth === 2 ? 'is from' : 'is not known to be from';
          return {
            because: phrase`${instructionName(instruction)} ${verb} ${nameOf(identity)}`,
            evidence: instruction?.kind === 'instruction' ? instructionRefs(graph, instruction) : [],
          };
        },
      },
    };
  },
};
