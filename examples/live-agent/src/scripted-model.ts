/** A call as a language model makes it. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly args: { readonly [name: string]: unknown };
}

/**
 * Stands in for a language model, and answers the same every time. Like a naive one it does what it reads, whoever wrote it: each line
 * `CALL tool {"arg": "value"}` becomes a call, and `REPEAT c1` makes the call c1 once more.
 */
export function scriptedModel(): (text: string) => readonly Call[] {
  const made: Call[] = [];
  return (text) =>
    text.split('\n').flatMap((line) => {
      const [word, what = '', ...rest] = line.trim().split(' ');
      const repeated = made.find(({ id }) => id === what);
      if (word === 'REPEAT' && repeated !== undefined) return [repeated];
      if (word !== 'CALL') return [];
      const call = { id: `c${made.length + 1}`, tool: what, args: JSON.parse(rest.join(' ') || '{}') };
      made.push(call);
      return [call];
    });
}
