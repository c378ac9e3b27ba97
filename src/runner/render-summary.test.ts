import { expect, test } from 'vitest';
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

test('a hostile name reaches the terminal escaped', () => {
  const text = renderSummary([summary('x\u001b[2J', { outcome: 'failed', reasons: ['attack: \u001b]0;owned\u0007'] })]);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(text).toContain('\\u{1b}[2J');
});
