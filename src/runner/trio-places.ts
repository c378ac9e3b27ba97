import type { Position, Span } from '../diagnostics/diagnostic.ts';
import type { LegName, LegSource, Trio } from '../scenario/trio.ts';

/** The places of a trio at which a failure can be reported, each once, in the order of the text; in its own file only. */
export function placesOf(trio: Trio): readonly Position[] {
  const negative = trio.negativeControl;
  const spans: Span[] = [
    trio.at,
    ...trio.models.flatMap((model) => [
      ...[model.at, model.configAt, model.mappingAt, model.constantsAt],
      ...atOf(model.predicates),
    ]),
    ...atOf(trio.forbidden),
    trio.attack.at,
    ...trio.attack.sources.flatMap(spansOfSource),
    trio.control.at,
    ...trio.control.sources.flatMap(spansOfSource),
    ...atOf(trio.control.reaches),
    negative.at,
    ...atOf(negative.violates),
  ];
  if (negative.kind === 'weaken')
    spans.push(negative.guard.at, ...(negative.recording === null ? [] : spansOfSource(negative.recording)));
  else spans.push(...atOf(negative.edits));
  if (negative.kind === 'own') spans.push(...spansOfSource(negative.source));
  const places = spans.filter(({ file }) => file === trio.file).map(({ start }) => start);
  return places.sort(compare).filter((place, i) => i === 0 || compare(place, places[i - 1]!) !== 0);
}

/** The one of {@link placesOf} that stands for a failure at `at`: the nearest one at or before it that `home` does not come after. */
export function placeFor(trio: Trio, at: Span, home: Span): Position {
  if (at.file !== trio.file) return home.start;
  let nearest = home.start;
  for (const place of placesOf(trio)) {
    if (compare(place, at.start) <= 0 && (compare(place, nearest) > 0 || compare(nearest, at.start) > 0))
      nearest = place;
  }
  return nearest;
}

const compare = (a: Position, b: Position): number => a.line - b.line || a.column - b.column;

/** The key of a leg. */
export function keyOfLeg(trio: Trio, leg: LegName): Span {
  switch (leg) {
    case 'attack':
      return trio.attack.at;
    case 'control':
      return trio.control.at;
    case 'negative-control':
      return trio.negativeControl.at;
  }
}

const atOf = (items: readonly { readonly at: Span }[] | null): Span[] => (items ?? []).map((item) => item.at);

function spansOfSource(source: LegSource): readonly Span[] {
  switch (source.kind) {
    case 'steps':
    case 'events':
      return source.spans;
    case 'trace':
    case 'agent':
      return [source.at];
  }
}
