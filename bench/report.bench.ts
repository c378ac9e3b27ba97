// Evidence and reports of 1,000 failing trios: time of the processor and by the clock, size, and how long Chromium takes to open the report;
// and what the evidence of one trio costs whose legs have 10,000 events, beside running it.
// Run by `npx tsx bench/report.bench.ts [COUNT]`. Prints figures; asserts nothing, because clocks differ.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { sourceText } from '../src/diagnostics/source-text.ts';
import { unwrap } from '../src/diagnostics/tracefold-error.ts';
import { buildEvidence } from '../src/evidence/record/build.ts';
import type { EvidenceRecord } from '../src/evidence/record/schema.ts';
import { REPORT_FILES, type ReportKind, writeReports } from '../src/evidence/report/write-reports.ts';
import { traceInput, trioInput } from '../src/evidence/testing/fixtures.ts';
import { busyGateway } from '../src/explore/shrink/testing/busy-traces.ts';
import { loadScenarioFile } from '../src/scenario/load-scenario.ts';
import { renderTrio, runTrio } from '../src/scenario/run-trio.ts';
import { memoryHost } from '../src/scenario/testing/memory-host.ts';
import { writeTrace } from '../src/trace/write-trace.ts';

const COUNT = Number(process.argv[2] ?? 1000);

/** Processor and wall time in milliseconds, best of `runs`. */
async function measure<T>(runs: number, work: () => T | Promise<T>): Promise<{ value: T; cpu: number; clock: number }> {
  let value!: T;
  let [cpu, clock] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < runs; run++) {
    const from = process.cpuUsage();
    const start = performance.now();
    value = await work();
    clock = Math.min(clock, performance.now() - start);
    const { user, system } = process.cpuUsage(from);
    cpu = Math.min(cpu, (user + system) / 1000);
  }
  return { value, cpu, clock };
}

const told = ({ cpu, clock }: { cpu: number; clock: number }): string =>
  `${cpu.toFixed(0)} ms of the processor, ${clock.toFixed(0)} ms by the clock`;

const folder = mkdtempSync(join(tmpdir(), 'tracefold-bench-'));
const browser = existsSync('/usr/bin/chromium')
  ? await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  : null;
if (browser === null) console.log('opening reports: skipped, there is no Chromium');

async function report(
  name: string,
  made: () => readonly EvidenceRecord[] | Promise<readonly EvidenceRecord[]>,
): Promise<void> {
  const built = await measure(1, made);
  console.log(`${name}: evidence ${told(built)}`);
  for (const kind of Object.keys(REPORT_FILES) as ReportKind[]) {
    const written = await measure(3, () =>
      writeReports({ records: built.value, guards: [] }, { folder, name: 'bench', kinds: [kind], version: '0.0.0' }),
    );
    const size = statSync(join(folder, REPORT_FILES[kind])).size / 1e6;
    console.log(`  ${REPORT_FILES[kind].padEnd(17)} ${told(written)}, ${size.toFixed(2)} MB`);
  }
  for (let run = 1; browser !== null && run <= 3; run++) {
    const page = await browser.newPage();
    const start = performance.now();
    await page.goto(pathToFileURL(join(folder, REPORT_FILES.html)).href);
    await page.waitForSelector('main h2');
    console.log(`  opened in Chromium, ${run}: ${(performance.now() - start).toFixed(0)} ms by the clock`);
    await page.close();
  }
}

const fixtures = Array.from({ length: COUNT }, (_, index) => {
  const input = index % 2 === 0 ? traceInput() : trioInput('guard gone');
  return { ...input, subject: { ...input.subject, id: `check ${index}`, guard: `Guard${index % 13}` } };
});
await report(`${COUNT} failing trios of a small model`, () => fixtures.map((input) => buildEvidence(input)));

// The shipped monitor, whose state and steps are wide: one approval, and a run of something else under it.
const call = (id: string, cmd: string) =>
  `{ kind: call.proposed, call: ${id}, tool: nodes.run, args: { cmd: ${cmd} } }`;
const asked = `    - ${call('c1', 'deploy')}
    - { kind: approval.requested, approval: a1, call: c1, tool: nodes.run, args: { cmd: deploy } }
    - { kind: approval.decided, approval: a1, decision: approve, scope: once, by: clerk, authenticity: server }
`;
const ran = (id: string, cmd: string) =>
  `    - { kind: exec.started, exec: e1, call: ${id}, approval: a1, tool: nodes.run, args: { cmd: ${cmd} } }\n`;
const monitored = (index: number): string => `trio: bench/${index}
claim: What ran was approved.
model: { spec: "monitor:nodes-pipeline" }
attack:
  events:
${asked}    - ${call('c2', 'wipe')}
${ran('c2', 'wipe')}control:
  events:
${asked}${ran('c1', 'deploy')}  reaches: executed
negative-control:
  edit: [{ drop: 1 }]
`;
const numbers = Array.from({ length: COUNT }, (_, index) => index);
// A scenario file has a limit, so they stand in several.
const trios = numbers
  .filter((index) => index % 100 === 0)
  .flatMap((from) => {
    const text = numbers
      .slice(from, from + 100)
      .map(monitored)
      .join('---\n');
    return unwrap(loadScenarioFile(sourceText(`bench-${from}.scenario.yaml`, text))).trios;
  });
const results = await Promise.all(trios.map(async (trio) => unwrap(await runTrio(trio, memoryHost({})))));
await report(`${COUNT} failing trios of the monitor`, () => results.flatMap((result) => result.evidence()));

// Legs of 10,000 events, recorded.
const EVENTS = 10_000;
const recorded = (evil: boolean): string => {
  const trace = busyGateway(EVENTS);
  const events = evil ? trace.events : trace.events.slice(0, -1);
  return unwrap(writeTrace({ ...trace, events }));
};
const host = memoryHost({ texts: { 'attack.jsonl': recorded(true), 'control.jsonl': recorded(false) } });
const long = `trio: bench/long
claim: What ran was approved.
model: { spec: "monitor:nodes-pipeline" }
attack: { trace: attack.jsonl }
control: { trace: control.jsonl, reaches: executed }
negative-control: { edit: [{ drop: 1 }] }
`;
const [trio] = unwrap(loadScenarioFile(sourceText('long.scenario.yaml', long))).trios;
const run = await measure(5, async () => unwrap(await runTrio(trio!, host)));
const evidence = await measure(5, () => run.value.evidence());
const message = await measure(5, () => renderTrio(run.value));
const size = JSON.stringify(evidence.value).length / 1e6;
console.log(`a trio with legs of ${EVENTS} events (${run.value.outcome}): run ${told(run)}`);
console.log(
  `  evidence ${told(evidence)}, ${(evidence.cpu / run.cpu).toFixed(1)} times the run, ${size.toFixed(2)} MB; message ${told(message)}`,
);

await browser?.close();
rmSync(folder, { recursive: true, force: true });
