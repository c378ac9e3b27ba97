import { recordOf } from '../tla/values/itf.ts';
import type { Json } from '../trace/json.ts';
import type { CheckReport } from './check-report.ts';

/**
 * The counterexample of a report as an ITF trace (https://apalache-mc.org/docs/adr/015adr-trace.html), two spaces deep; null where there is
 * none. Each state's `#meta` names the action that led to it.
 */
export function counterexampleItf(report: CheckReport, source: string): string | null {
  const first = report.trace[0];
  if (first === undefined) return null;
  const status = report.name === null ? report.outcome : `${report.outcome}: ${report.name}`;
  const states = report.trace.map(({ action, args, state }, index) => {
    const meta: [string, Json][] = [['index', index]];
    if (action !== null) meta.push(['action', action]);
    if (args !== undefined && Object.keys(args).length > 0) meta.push(['args', args]);
    return recordOf([['#meta', recordOf(meta)], ...Object.entries(state)]);
  });
  const trace: [string, Json][] = [
    ['#meta', { format: 'ITF', source, status }],
    ['vars', Object.keys(first.state)],
    ['states', states],
  ];
  if (report.loopsTo !== null) trace.push(['loop', report.loopsTo]);
  return `${JSON.stringify(recordOf(trace), null, 2)}\n`;
}
