import type { AnchorInfo } from '../types.ts';

const anchor = (id: string, witnessing: boolean, description: string): AnchorInfo => ({ id, witnessing, description });

/** How a citation is tied to its source; only a firm tie witnesses (reference section 2, "Anchors"). */
export const ANCHORS: readonly AnchorInfo[] = [
  anchor('exact', true, 'The quoted words stand in the source, character by character.'),
  anchor('casefold', true, 'The quoted words stand in the source but for upper and lower case.'),
  anchor('receipt', true, 'The record of a call or of a state, by its own id.'),
  anchor('computed', true, 'A search or a sum that can be repeated.'),
  anchor('line', false, 'A line of the source.'),
  anchor('turn', false, 'A turn, and nothing closer.'),
  anchor('document', false, 'A whole document.'),
  anchor('none', false, 'No place at all.'),
];

/** Evidence kinds that a resolver reads (reference section 2, "Kinds read"). */
export const KINDS_READ: ReadonlyMap<string, readonly string[]> = new Map([
  ['eio.resolver.tool-receipt', ['TOOL_RECEIPT']],
  ['eio.resolver.typed-absence', ['TYPED_ABSENCE']],
  ['eio.resolver.state-transition', ['STATE_FACT', 'STATE_TRANSITION']],
  ['eio.resolver.exact-span', ['AGENT_SPAN']],
  ['eio.resolver.arithmetic', ['AGENT_SPAN', 'CALCULATION']],
  ['eio.resolver.paired-comparison', ['CALCULATION']],
]);
