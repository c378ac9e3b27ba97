import { distance } from 'fastest-levenshtein';

/** The known name closest to `name`, if one is close enough to be a slip of the finger; ties go to the first. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = (name.length <= 3 ? 1 : Math.max(2, Math.floor(name.length / 3))) + 1;
  for (const candidate of known) {
    const lower = candidate.toLowerCase();
    const cost = lower === wanted ? 0 : distance(lower, wanted);
    // A name that shares no letter is another name.
    if (cost < bestDistance && cost < Math.max(lower.length, wanted.length)) {
      best = candidate;
      bestDistance = cost;
    }
  }
  return best;
}

/** `Did you mean "x"?` for the nearest known name; otherwise the known names, if they are few; otherwise nothing. */
export function nearestHint(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const close = nearest(name, names);
  if (close !== undefined) return `did you mean "${close}"?`;
  if (names.length === 0 || names.length > 12) return undefined;
  return `known: ${names.map((known) => `"${known}"`).join(', ')}`;
}
