// Evidence and reports of 1,000 failing checks: time by the clock and of the processor, size, and how long Chromium takes to open the report.
// Run by `npx tsx bench/report.bench.ts`. Prints figures; asserts nothing, because clocks differ.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { buildEvidence } from '../src/evidence/record/build.ts';
import { writeRecord } from '../src/evidence/record/file.ts';
import { renderHtml } from '../src/evidence/render/html/report.ts';
import { renderSarif } from '../src/evidence/render/sarif.ts';
import { renderText } from '../src/evidence/render/text.ts';
import { traceInput, trioInput } from '../src/evidence/testing/fixtures.ts';

const COUNT = Number(process.argv[2] ?? 1000);

function measure<T>(name: string, work: () => T, size?: (value: T) => number): T {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  const value = work();
  const clock = Number(process.hrtime.bigint() - start) / 1e6;
  const { user, system } = process.cpuUsage(cpu);
  const bytes = size === undefined ? '' : `, ${(size(value) / 1e6).toFixed(2)} MB`;
  console.log(
    `${name}: ${clock.toFixed(0)} ms by the clock, ${((user + system) / 1000).toFixed(0)} ms of the processor${bytes}`,
  );
  return value;
}

const inputs = Array.from({ length: COUNT }, (_, index) => {
  const input = index % 2 === 0 ? traceInput() : trioInput('guard gone');
  return { ...input, subject: { ...input.subject, id: `check ${index}`, guard: `Guard${index % 13}` } };
});
const records = measure('building records', () => inputs.map((input) => buildEvidence(input)));
measure('failure messages', () => records.map((record) => renderText(record)).join('\n'), Buffer.byteLength);
measure('record files', () => records.map(writeRecord).join(''), Buffer.byteLength);
measure('SARIF', () => renderSarif(records, { version: '0.0.0' }), Buffer.byteLength);
const html = measure('HTML report', () => renderHtml(records), Buffer.byteLength);

const executablePath = '/usr/bin/chromium';
if (!existsSync(executablePath)) console.log('opening the report: skipped, there is no Chromium');
else {
  const folder = mkdtempSync(join(tmpdir(), 'tracefold-bench-'));
  const file = join(folder, 'report.html');
  writeFileSync(file, html);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (let run = 1; run <= 3; run++) {
    const page = await browser.newPage();
    const start = process.hrtime.bigint();
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector('main h2');
    console.log(`opening the report, ${run}: ${(Number(process.hrtime.bigint() - start) / 1e6).toFixed(0)} ms`);
    await page.close();
  }
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
