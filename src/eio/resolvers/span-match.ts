import { phrase } from '../../model/phrase.ts';
import type { Entity, Item, Link } from '../graph/entity.ts';
import type { Graph } from '../graph/graph.ts';
import { isLinked, isLinkedExactly, linkedItems, linksTo } from '../graph/links.ts';
import { grouped } from '../grouped.ts';
import { lazy } from '../lazy.ts';
import { byRank } from '../logic/table.ts';
import { type Decision, FAILS, FAILS_NARROWER, HOLDS, HOLDS_NARROWER, open } from '../logic/truth.ts';
import { type AtomTable, closedWorld, type FactResolver, listed, NONE } from './atom-table.ts';
import { absenceRef, itemRef } from './evidence.ts';
import { isQuoted, QUOTATION_VERSION } from './quotation.ts';
import { nameOf } from './requests.ts';

const UNREAD = open('what the content or the output says, since its text is not recorded');

/** Whether the agent's words repeat a distinctive stretch of a content. */
export const spanMatch = (quoteAware: boolean): FactResolver => ({
  decides: 'normalized_or_encoded_span_match',
  resolver: 'eio.resolver.exact-span',
  arguments: ['source', 'output'],
  looksAt: quoteAware
    ? `Distinctive stretches of the content in the agent's words, as themselves or encoded, that no trusted content has; stretches that are quoted or attributed in the same sentence do not count, those in a record line do (lists of version ${QUOTATION_VERSION}).`
    : "Distinctive stretches of the content in the agent's words, as themselves or encoded, that no trusted content has; quoted ones count too.",
  cannotSee: 'Translations, paraphrases, and encodings that are not on the list.',
  table: (graph) => matchTable(graph, quoteAware),
});

function matchTable(graph: Graph, quoteAware: boolean): AtomTable {
  const outputs = lazy(() => graph.items.filter((item) => item.output));
  const unreadOutputs = lazy(() => outputs().some((one) => one.text === undefined));
  const outputCandidates = lazy(() => [...new Set([...bySource().values()].flat())].sort(byRank));
  const matching = (output: Item, source: Item): readonly Link[] => {
    const links = linksTo(output.origins, source);
    return quoteAware ? links.filter((link) => !quotedIn(output, link)) : links;
  };
  const matches = (output: Item, source: Item): boolean =>
    quoteAware ? matching(output, source).length > 0 : isLinked(output.origins, source);
  const matchesExactly = (output: Item, source: Item): boolean =>
    quoteAware
      ? matching(output, source).some((link) => link.transforms.length === 0)
      : isLinkedExactly(output.origins, source);
  const sources = (output: Item): readonly Item[] =>
    [...linkedItems(output.origins)].filter((item) => matches(output, item));
  const bySource = lazy(() =>
    grouped(outputs().flatMap((output) => sources(output).map((item) => [item, output] as const))),
  );

  const decide = ({ 0: source, 1: output }: readonly (Entity | null)[]): Decision => {
    if (source == null) return closedWorld(graph, 'context.added');
    if (source.kind !== 'item') return FAILS;
    if (output == null) {
      if (source.text === undefined && !source.output) return UNREAD;
      const closed = closedWorld(graph, 'message.sent');
      if (closed.truth !== 0) return closed;
      return unreadOutputs() ? UNREAD : FAILS_NARROWER;
    }
    if (output.kind !== 'item' || !output.output || output.rank <= source.rank) return FAILS;
    if (matches(output, source)) return matchesExactly(output, source) ? HOLDS : HOLDS_NARROWER;
    return output.text === undefined || source.text === undefined ? UNREAD : FAILS_NARROWER;
  };
  return {
    decide,
    candidates(position, { 0: source, 1: output }) {
      if (position === 1) {
        if (source === null) return NONE;
        const open = unreadOutputs();
        if (source === undefined) return listed(outputCandidates(), open);
        if (source.kind !== 'item') return NONE;
        return listed(bySource().get(source) ?? [], open || source.text === undefined);
      }
      if (output === null || output === undefined) return undefined;
      return output.kind === 'item' ? listed([...sources(output)].sort(byRank), true) : NONE;
    },
    explain([source, output], decision) {
      const item = source?.kind === 'item' ? source : undefined;
      if (output?.kind !== 'item') {
        if (decision.truth !== 0)
          return { because: phrase`whether the agent repeated ${nameOf(source)} is not known`, evidence: [] };
        return {
          because: phrase`nothing that the agent said repeats ${nameOf(source)}`,
          evidence: [
            ...(item === undefined ? [] : [itemRef(item)]),
            absenceRef(graph, 'output that repeats the content', item ?? null, ['message.sent']),
          ],
        };
      }
      const links = item === undefined ? [] : matching(output, item).slice(0, 4);
      const verb = decision.truth === 2 ? 'repeats' : decision.truth === 0 ? 'does not repeat' : 'may repeat';
      return {
        because: phrase`${nameOf(output)} ${verb} ${nameOf(source)}`,
        evidence: [
          itemRef(output),
          ...(links.length > 0 ? links.map((link) => itemRef(item!, link)) : item === undefined ? [] : [itemRef(item)]),
        ],
      };
    },
  };
}

// A content that a message carries whole stands in no sentence of it.
const quotedIn = (output: Item, link: Link): boolean =>
  output.text !== undefined && link.valueEnd > link.valueStart && isQuoted(output.text, link.valueStart, link.valueEnd);
