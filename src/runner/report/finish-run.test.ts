import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { buildEvidence } from '../../evidence/record/build.ts';
import { trioInput } from '../../evidence/testing/fixtures.ts';
import type { TrioSummary } from '../trio-summary.ts';
import { finishRun } from './finish-run.ts';
import { completeOptions, type ReporterOptions } from './options.ts';
import { collected, type TestReport } from './test-report.ts';

const failed = buildEvidence(trioInput('guard gone'));
const proved = buildEvidence(trioInput());

const summary = (trio: string, outcome: TrioSummary['outcome']): TrioSummary => ({
  trio,
  file: 'pay.scenario.yaml',
  line: outcome === 'proved' ? 1 : 20,
  outcome,
  guard: 'ApprovalOk',
  leg: null,
  reasons: outcome === 'proved' ? [] : ['attack: the attack succeeds'],
  unexercised: [],
});

const reports: readonly TestReport[] = [
  { summary: summary('pay/kept', 'proved') },
  { summary: summary('pay/open', 'failed'), evidence: JSON.stringify([failed]) },
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tracefold-run-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const finish = (options: ReporterOptions, workspace?: string, all = reports): string =>
  finishRun(collected(all), unwrap(completeOptions(options, {})), { root, workspace }).text;

describe('the end of a run', () => {
  it('prints the summary and writes nothing by default', () => {
    expect(finish({})).toContain('1 trio proved, 1 failed, 0 unknown');
    expect(readdirSync(root)).toEqual([]);
  });

  it('prints nothing where nothing was collected', () => {
    expect(finish({}, undefined, [])).toBe('');
  });

  it('fails where two files have a trio of one id, and says which', () => {
    const one = { summary: summary('pay/kept', 'proved') };
    const again = { summary: { ...summary('pay/kept', 'proved'), file: 'send.scenario.yaml' } };
    const end = (all: readonly TestReport[]) => finishRun(collected(all), unwrap(completeOptions({}, {})), { root });
    expect(end([one, one, ...reports]).failure).toBeNull();
    const { text, failure } = end([one, again]);
    expect(failure).toMatchInlineSnapshot(`"several trios have one id: pay/kept [runner/duplicate-trio]"`);
    expect(text).toContain('  pay/kept (pay.scenario.yaml:1)\n  pay/kept (send.scenario.yaml:1)');
  });

  it('writes the kinds of report that were asked for', () => {
    expect(finish({ summary: false, reports: ['sarif', 'html'] })).toBe(
      'Reports: tracefold-report/report.sarif, tracefold-report/report.html\n',
    );
    expect(readdirSync(join(root, 'tracefold-report')).sort()).toEqual(['report.html', 'report.sarif']);
  });

  it('says what was not written, without the path of the machine', () => {
    writeFileSync(join(root, 'taken'), '');
    const inside = finish({ summary: false, reports: ['evidence'], folder: 'taken' });
    expect(inside).toMatchInlineSnapshot(`
      "the report taken/evidence.jsonl was not written: there is a file where the folder should be; the results of the run stand [evidence/not-written]
        hint: name a folder that can be written
      "
    `);
    const outside = finish({ summary: false, reports: ['evidence'], folder: join(root, 'taken/deeper') });
    expect(`${inside}${outside}`).not.toContain(root);
  });

  it('annotates failures only, under the path that GitHub knows', () => {
    const place = /::error file=([^,]*),line=/;
    const plain = place.exec(finish({ github: true }))?.[1];
    expect(plain).toBeDefined();
    expect(place.exec(finish({ github: true }, join(root, '..')))?.[1]).toBe(`${root.split('/').at(-1)}/${plain}`);
    expect(place.exec(finish({ github: true }, '/elsewhere'))?.[1]).toBe(plain);
    expect(finish({ github: true }, undefined, [{ evidence: JSON.stringify([proved]) }])).toBe('');
  });
});

describe('what tests left', () => {
  it('is one record a trio and model, in the order of places, whatever order the tests ended in', () => {
    const late = { ...failed, subject: { ...failed.subject, at: { file: 'b.yaml', start: { line: 9, column: 1 } } } };
    const early = { ...proved, subject: { ...proved.subject, at: { file: 'b.yaml', start: { line: 2, column: 1 } } } };
    const { records } = collected([
      { evidence: JSON.stringify([late]) },
      { evidence: JSON.stringify([early]) },
      { evidence: JSON.stringify([late]) },
    ]);
    expect(records).toEqual([early, late]);
  });
});
