import type { Position, Span } from '../diagnostics/diagnostic.ts';
import type { LegName, LegSource, Trio } from '../scenario/trio.ts';

/** The places of a trio at which a failure can be reported, one a line, in the order of the lines; in its own file only. */
export function placesOf(trio: Trio): readonly Position[] {
  const negative = trio.negativeControl;
  const spans: Span[] = [
    trio.at,
    ...trio.models.flatMap((model) => [model.at, ...atOf(model.predicates)]),
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
  const byLine = new Map<number, Position>();
  for (const { file, start } of spans) {
    if (file !== trio.file) continue;
    const known = byLine.get(start.line);
    if (known === undefined || start.column < known.column) byLine.set(start.line, start);
  }
  return [...byLine.values()].sort((a, b) => a.line - b.line);
}

/** The line of {@link placesOf} that stands for a failure at `at`: the nearest one at or above it that `home` does not come after. */
export function lineFor(trio: Trio, at: Span, home: Span): number {
  if (at.file !== trio.file) return home.start.line;
  let line = home.start.line;
  for (const place of placesOf(trio)) {
    if (place.line <= at.start.line && (place.line > line || line > at.start.line)) line = place.line;
  }
  return line;
}

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
