import { expect, test } from 'vitest';
import { printable } from '../diagnostics/printable.ts';
import { HOSTILE_TEXTS } from '../evidence/testing/hostile.ts';
import { renderSummary } from './render-summary.ts';
import type { TrioSummary } from './trio-summary.ts';

const summary = (trio: string, more: Partial<TrioSummary> = {}): TrioSummary => ({
  trio,
  file: 'scenarios/nodes.scenario.yaml',
  line: 1,
  outcome: 'proved',
  guard: 'ApprovalOk',
  leg: null,
  reasons: [],
  unexercised: [],
  ...more,
});

test('proved trios stand by guard, failures with their place, unknowns by reason', () => {
  const text = renderSummary([
    summary('nodes/replay', { line: 30 }),
    summary('nodes/deny', { line: 60, guard: 'CommandAllowed' }),
    summary('nodes/scope', { line: 1, unexercised: ['Inv_Idle'] }),
    summary('nodes/edited', { line: 90, guard: null }),
    summary('nodes/leaky', { line: 120, outcome: 'failed', reasons: ['attack: Inv_Safe is violated at step 4'] }),
    summary('nodes/dark', { line: 150, outcome: 'unknown', reasons: ['attack: UNRESOLVED'] }),
    summary('nodes/darker', { line: 180, outcome: 'unknown', reasons: ['attack: UNRESOLVED'] }),
  ]);
  expect(text).toMatchInlineSnapshot(`
    "Proved, by the guard without which the attack gets through:
      (changed events)  nodes/edited
      ApprovalOk        nodes/scope, nodes/replay
      CommandAllowed    nodes/deny
    Failed:
      nodes/leaky (scenarios/nodes.scenario.yaml:120)
        attack: Inv_Safe is violated at step 4
    Unknown, which is no pass:
      attack: UNRESOLVED
        nodes/dark (scenarios/nodes.scenario.yaml:150)
        nodes/darker (scenarios/nodes.scenario.yaml:180)
    Not exercised by the control, so not shown to allow legitimate work:
      Inv_Idle
        nodes/scope (scenarios/nodes.scenario.yaml:1)
    4 trios proved, 1 failed, 2 unknown; 2 guards shown to bite"
  `);
});

test('the three tests of a trio count once', () => {
  const legs = (['attack', 'control', 'negative-control'] as const).map((leg) => summary('nodes/replay', { leg }));
  expect(renderSummary(legs)).toContain('1 trio proved, 0 failed, 0 unknown');
});

test('many trios of one guard are named in part and counted', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => summary(`nodes/${index}`, { line: index }));
  expect(renderSummary(many(4))).toContain('  ApprovalOk  nodes/0, nodes/1, nodes/2, nodes/3\n');
  expect(renderSummary(many(12))).toContain('  ApprovalOk  nodes/0, nodes/1, nodes/2 and 9 more\n');
});

test('trios of one declaration stand on one line and count each', () => {
  expect(renderSummary([summary('gateway/tool'), summary('gateway/order')])).toContain('2 trios proved');
});

test('a hostile name reaches the terminal escaped', () => {
  const text = renderSummary([summary('x\u001b[2J', { outcome: 'failed', reasons: ['attack: \u001b]0;owned\u0007'] })]);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(text).toContain('\\u{1b}[2J');
});

test.each([
  ...HOSTILE_TEXTS,
  { name: 'is a command by itself', text: '::error::forged' },
  { name: 'is one of Azure', text: '##[error]forged' },
])('a name that $name adds no line, no command and nothing that acts on a terminal', ({ text }) => {
  const of = (name: string) =>
    renderSummary([
      summary(name, { line: 1, guard: name, unexercised: [name] }),
      summary(name, { line: 2, outcome: 'failed', reasons: [name], file: name }),
      summary(name, { line: 3, outcome: 'unknown', reasons: [name] }),
      summary(name, { line: 4, outcome: 'error', reasons: [name] }),
    ]).split('\n');
  const lines = of(text);
  expect(lines).toHaveLength(of('harmless').length);
  expect(lines.filter((line) => /^\s*(?:::|##)/.test(line))).toEqual([]);
  expect(lines.map(printable)).toEqual(lines);
});

test('trios of several files with one id are told', () => {
  const text = renderSummary([
    summary('nodes/replay'),
    summary('nodes/replay', { file: 'scenarios/more.scenario.yaml' }),
  ]);
  expect(text.split('\n').slice(2)).toEqual([
    'One id for several trios, which reports cannot tell apart; the run fails:',
    '  nodes/replay (scenarios/more.scenario.yaml:1)',
    '  nodes/replay (scenarios/nodes.scenario.yaml:1)',
    '2 trios proved, 0 failed, 0 unknown; 1 guard shown to bite',
  ]);
});
