import { phrase } from '../../model/phrase.ts';
import type { Item } from '../graph/entity.ts';
import { FAILS, HOLDS, open } from '../logic/truth.ts';
import type { FactResolver } from './atom-table.ts';
import { provenanceRef } from './evidence.ts';
import { nameOf } from './requests.ts';

const UNBOUND = open('which content is meant');

function contentFact(decides: string, looksAt: string, missing: (item: Item) => boolean, what: string): FactResolver {
  return {
    decides,
    resolver: 'eio.resolver.typed-absence',
    arguments: ['content'],
    looksAt,
    cannotSee: 'Whether what is recorded is right.',
    table: () => ({
      nullOpen: true,
      decide: ({ 0: content }) =>
        content == null ? UNBOUND : content.kind === 'item' && missing(content) ? HOLDS : FAILS,
      explain([content], decision) {
        const verb = decision.truth === 2 ? 'is not recorded' : 'is recorded';
        return {
          because: phrase`the ${what} of ${nameOf(content)} ${verb}`,
          evidence: content?.kind === 'item' ? [provenanceRef(content)] : [],
        };
      },
    }),
  };
}

/** Nothing says where a content is from. */
export const sourceIdentityMissing = contentFact(
  'source_identity_missing',
  'The origin of the content, and the call that produced it.',
  (item) => item.origin === 'unknown' && item.producer === undefined,
  'source',
);

/** Nothing says how far a content is trusted. */
export const trustClassificationMissing = contentFact(
  'trust_classification_missing',
  'The trust label of the content.',
  (item) => item.trust === 'unknown',
  'trust',
);
