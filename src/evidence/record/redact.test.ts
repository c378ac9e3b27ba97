import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../model/model.ts';
import { phrase, shown } from '../../model/phrase.ts';
import type { Choice } from '../../model/state-machine.ts';
import { createTrace, type EventInput } from '../../trace/trace.ts';
import { traceInput } from '../testing/fixtures.ts';
import { buildEvidence, buildSnapshotEvidence } from './build.ts';
import { writeRecord } from './file.ts';
import type { EvidenceInput } from './input.ts';

const SECRET = 'Zebra Street 12';
const at = { file: 'trace.jsonl', start: { line: 1, column: 1 } };
const text = phrase`words of ours and ${shown(SECRET, 'args.to')}`;
const error = {
  code: 'x/y',
  message: `"${SECRET}" is wrong`,
  at,
  lineText: SECRET,
  expected: `"${SECRET}"`,
  hint: `try "${SECRET}"`,
};
const action = { action: 'Run', args: { to: SECRET }, observed: { last: [SECRET] } };
const atoms = [{ text, holds: false, bindings: { who: SECRET }, at }];
const refusals = [{ guard: 'Guard', text, atoms }];
const bounds = [{ bound: 'Max', text }];

/** A verdict with a value of the trace in every place that can hold one. */
const verdict: Verdict = {
  model: 'M',
  outcome: 'fail',
  claims: [
    {
      id: `claim of ${SECRET}`,
      predicate: 'P',
      polarity: 'risk',
      state: 'APPLICABLE_FAIL',
      bindings: { who: SECRET },
      event: 1,
      fidelity: 'exact',
      proof: 'PROVEN',
      reason: text,
      evidence: [
        {
          kind: 'K',
          event: 1,
          details: {
            excerpt: SECRET,
            call: SECRET,
            anchor: SECRET,
            role: [SECRET],
            source: { [SECRET]: SECRET },
            searched: { [SECRET]: 1 },
          },
          text,
        },
      ],
      unmet: [],
      subsumedBy: `claim of ${SECRET}`,
    },
  ],
  events: 1,
  steps: 1,
  divergence: { step: 1, event: 1, action, refusals, bounds },
  bounds: [{ ...bounds[0]!, step: 1, event: 1 }],
  disagreements: [],
  goals: [{ goal: 'g', reached: false, initially: false, step: null, error }],
  tolerated: [],
  run: {
    initial: {},
    steps: [
      {
        step: 1,
        event: 1,
        action,
        result: 'refused',
        changes: [{ variable: 'v', before: SECRET, after: [{ k: SECRET }] }],
        refusals,
      },
    ],
    atoms: new Map(),
  },
  errors: [error],
};

const args = { to: SECRET, list: [SECRET], [SECRET]: 1 };
const events: readonly EventInput[] = [
  { kind: 'context.added', item: SECRET, origin: 'user', trust: 'trusted', text: SECRET, producer: SECRET },
  { kind: 'instruction', id: SECRET, part_of: SECRET, requests: { tool: SECRET, args } },
  { kind: 'tools.advertised', tool: SECRET, server: SECRET, definition: SECRET },
  { kind: 'policy.declared', id: SECRET, effect: 'permit', tools: [SECRET], args, text: SECRET },
  { kind: 'policy.decided', call: SECRET, effect: 'deny', rule: SECRET },
  { kind: 'call.proposed', call: SECRET, tool: SECRET, args },
  { kind: 'approval.requested', approval: SECRET, call: SECRET, tool: SECRET, args, bound: { cwd: SECRET } },
  {
    kind: 'approval.decided',
    approval: SECRET,
    decision: 'edit',
    scope: 'once',
    by: SECRET,
    authenticity: 'signed',
    edited_args: args,
  },
  { kind: 'exec.started', exec: SECRET, call: SECRET, approval: SECRET, tool: SECRET, args, bound: { cwd: SECRET } },
  { kind: 'exec.ended', exec: SECRET, status: 'ok', result: SECRET },
  { kind: 'message.sent', to: SECRET, channel: SECRET, text: SECRET, items: [SECRET] },
  { kind: 'state.written', key: SECRET, value: SECRET, digest: SECRET, from: [SECRET] },
  { kind: 'state.read', key: SECRET, value: SECRET, item: SECRET },
  { kind: 'identity.asserted', identity: SECRET, role: SECRET, subject: SECRET },
  { kind: 'identity.verified', identity: SECRET, role: SECRET, method: SECRET },
  { kind: 'handoff', from: SECRET, to: SECRET, authority: SECRET },
  { kind: 'session.linked', from: SECRET, to: SECRET },
  { kind: 'config.changed', key: SECRET, by: SECRET, before: SECRET, after: SECRET },
  { kind: 'truth', name: SECRET, value: SECRET },
];

const input: EvidenceInput = {
  ...traceInput(),
  outcome: 'fail',
  problems: [{ leg: 'trace', code: 'p', text }],
  legs: [
    {
      role: 'trace',
      source: 'trace',
      met: false,
      verdict: { ...verdict, divergence: { ...verdict.divergence!, event: null } },
      events: createTrace({ events: events.map((event) => ({ ...event, session: SECRET, agent: SECRET })) }).events,
      atoms: new Map([['P', [{ text, holds: false, bindings: { x: SECRET } }]]]),
    },
  ],
  integrity: { kind: 'recording', differences: [{ event: 1, text: [...text], declared: false }], holds: false },
};

describe('a record', () => {
  it('holds a value of a trace in none of its places', () => {
    for (const record of [buildEvidence(input), buildSnapshotEvidence(input)]) {
      const written = writeRecord(record);
      expect(record.legs[0]!.timeline.length).toBe(events.length - 1);
      for (const word of ['Zebra', 'Street']) expect(written).not.toContain(word);
    }
  });

  it('holds none in the conditions that chose, which are asked for only where a trio is not proved', () => {
    const step = { step: 1, event: 1, action, result: 'taken', changes: [], refusals: [] } as const;
    const choice = { text, bindings: { who: SECRET }, at, atoms };
    const legOf = (role: 'attack' | 'control', holds: boolean) => ({
      ...input.legs[0]!,
      role,
      met: role === 'control',
      verdict: {
        ...verdict,
        divergence: null,
        run: {
          initial: {},
          steps: [
            {
              ...step,
              changes: [],
              action: { action: 'Run', args: { [role]: 1 } },
              choices: () => [{ ...choice, holds }],
            },
          ],
          atoms: new Map(),
        },
      },
    });
    const trio = { ...input, legs: [legOf('attack', false), legOf('control', true)] };
    const record = buildEvidence(trio);
    expect(record.parting?.choice?.condition).toMatchObject({ holds: false, at });
    expect(record.legs.map((leg) => leg.run?.steps[0]?.choices?.length)).toEqual([1, undefined]);
    for (const word of ['Zebra', 'Street']) expect(writeRecord(record)).not.toContain(word);
    expect(JSON.stringify(buildEvidence(trio, false).parting?.choice).split('Zebra').length - 1).toBe(4);
    const alike = buildEvidence({ ...trio, legs: [legOf('attack', true), legOf('control', true)] });
    expect(alike.parting?.how).toBe('different step');
    expect(alike.parting?.choice).toBeUndefined();
    let asked = 0;
    const counting = (leg: ReturnType<typeof legOf>) => {
      const { run } = leg.verdict;
      const ask = (told: () => readonly Choice[]) => {
        asked++;
        return told();
      };
      const steps = run.steps.map((one) => ({ ...one, choices: () => ask(one.choices) }));
      return { ...leg, verdict: { ...leg.verdict, run: { ...run, steps } } };
    };
    const counted = { ...trio, legs: trio.legs.map(counting) };
    expect(buildEvidence({ ...counted, outcome: 'pass' }).parting?.choice).toBeUndefined();
    expect(asked).toBe(0);
    buildEvidence(counted);
    expect(asked).toBeGreaterThan(0);
  });

  it('would hold it in all of them without redaction', () => {
    expect(writeRecord(buildEvidence(input, false)).split('Zebra').length - 1).toBeGreaterThan(50);
  });
});
