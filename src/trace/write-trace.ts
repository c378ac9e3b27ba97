import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/printable.ts';
import { type Trace, type TraceEvent, traceEvent } from './event.ts';
import { MAX_DEPTH } from './json-text.ts';
import type { TraceCode } from './trace-code.ts';

// `seq` and `kind` lead, so that a person can read down the file; where it came from stands last.
const LAST = ['src', 'basis'];
const KEYS = new Map(
  traceEvent.options.map((option) => {
    const keys = Object.keys(option.shape).filter((key) => key !== 'seq' && key !== 'kind' && !LAST.includes(key));
    return [option.shape.kind.value, ['seq', 'kind', ...keys, ...LAST]] as const;
  }),
);

/**
 * A trace as JSON Lines (design section 3), with a line break after every line. The same trace gives the same bytes whatever order its keys were put in.
 * Fails on values that JSON cannot hold.
 */
export function writeTrace(trace: Trace): Result<string, Diagnostic<TraceCode>> {
  const { tracefold, source, observes, gaps } = trace.header;
  const lost = gaps?.map(({ rule, count }) => ({ rule, count }));
  const lines = [JSON.stringify({ tracefold, source, observes, ...(lost === undefined ? {} : { gaps: lost }) })];
  for (const event of trace.events) {
    const line = writeEvent(event);
    if (!line.ok) return line;
    lines.push(line.value);
  }
  return ok(`${lines.join('\n')}\n`);
}

/** One event as a line of JSON, without a line break. */
export function writeEvent(event: TraceEvent): Result<string, Diagnostic<TraceCode>> {
  const fields = event as unknown as Record<string, unknown>;
  const ordered: Record<string, unknown> = {};
  for (const key of KEYS.get(event.kind) ?? []) {
    if (Object.hasOwn(fields, key) && fields[key] !== undefined) ordered[key] = fields[key];
  }
  const problem = problemIn(ordered);
  if (problem === undefined) return ok(JSON.stringify(ordered));
  return fail({
    code: 'trace/not-writable',
    message: `event ${event.seq} (${event.kind}) holds ${problem}`,
    expected: `JSON values that nest at most ${MAX_DEPTH} deep`,
  });
}

/** What JSON could not hold: it would turn into `null` or vanish, and the trace read back would be another one. */
function problemIn(root: unknown): string | undefined {
  const work: { readonly value: unknown; readonly depth: number; readonly key: string }[] = [
    { value: root, depth: 0, key: '' },
  ];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { value, depth, key } = next;
    const where = key === '' ? '' : ` at "${printable(key)}"`;
    switch (typeof value) {
      case 'string':
      case 'boolean':
        break;
      case 'number':
        if (!Number.isFinite(value)) return `the number ${value}${where}`;
        break;
      case 'object': {
        if (value === null) break;
        if (depth >= MAX_DEPTH) return `a value that nests more than ${MAX_DEPTH} deep`;
        for (const [name, inner] of Object.entries(value)) {
          // An optional key that is there but undefined is the same as none.
          if (inner === undefined && !Array.isArray(value)) continue;
          work.push({ value: inner, depth: depth + 1, key: name });
        }
        break;
      }
      default:
        return `a ${typeof value}${where}`;
    }
  }
  return undefined;
}
