import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { filesOf, loadScenarioFile } from './load-scenario.ts';

const TRIO = `trio: pay/one
claim: Nobody pays twice.
model: { spec: ../models/Pay.tla }
attack:
  steps: [ask, { pay: { call: c1 } }]
control:
  steps: [ask, approve]
  reaches: paid
negative-control: { weaken: ApprovalOk }
`;

const EVENT = '{ kind: handoff, from: a, to: b }';
const SEVERAL = TRIO.replace('attack:\n', 'attack:\n  trace: a.jsonl\n').replace(
  'control:\n',
  'control:\n  trace: b.jsonl\n',
);

function load(text: string, file = 'scenarios/pay.scenario.yaml') {
  return loadScenarioFile(sourceText(file, text));
}

function problems(text: string): string {
  const result = load(text);
  if (result.ok) throw new Error('the file was accepted');
  return result.errors.map(formatDiagnostic).join('\n');
}

describe('a scenario file', () => {
  it('holds one trio a document, with places, and paths relative to the project', () => {
    const result = load(
      `${TRIO}---\n${TRIO.replace('pay/one', 'pay/two').replace('{ weaken: ApprovalOk }', '{ edit: [{ drop: 1 }] }')}`,
    );
    if (!result.ok) throw new Error(problems(TRIO));
    const [one, two] = result.value.trios;
    expect(one).toMatchObject({
      id: 'pay/one',
      file: 'scenarios/pay.scenario.yaml',
      at: { start: { line: 1, column: 7 } },
      models: [{ spec: 'models/Pay.tla', config: 'models/Pay.cfg', mapping: 'models/Pay.mapping.yaml' }],
      attack: { at: { start: { line: 4, column: 1 } } },
      negativeControl: { kind: 'weaken', guard: { name: 'ApprovalOk' } },
    });
    expect(two).toMatchObject({
      id: 'pay/two',
      negativeControl: { kind: 'edit', edits: [{ kind: 'drop', position: 1 }] },
    });
    expect(filesOf(one!)).toEqual(['models/Pay.tla', 'models/Pay.cfg', 'models/Pay.mapping.yaml']);
  });

  it('reads inline events in the normal form, numbered from 1', () => {
    const events =
      'attack:\n  observes: [call.proposed]\n  events:\n    - { kind: call.proposed, call: c1, tool: pay, args: {} }\n';
    const result = load(TRIO.replace(/attack:\n.*\n/, events));
    expect(result).toMatchObject({
      ok: true,
      value: {
        trios: [
          {
            attack: {
              sources: [{ kind: 'events', trace: { header: { observes: ['call.proposed'] }, events: [{ seq: 1 }] } }],
            },
          },
        ],
      },
    });
  });

  it('may name a model, a recording and a live agent in each leg, and a recording of the weakened system', () => {
    const result = load(SEVERAL.replace('{ weaken: ApprovalOk }', '{ weaken: ApprovalOk, trace: c.jsonl }'));
    if (!result.ok) throw new Error(result.errors.map(formatDiagnostic).join('\n'));
    expect(result.value.trios[0]).toMatchObject({
      attack: { sources: [{ kind: 'steps' }, { kind: 'trace', file: 'scenarios/a.jsonl' }] },
      control: { sources: [{ kind: 'steps' }, { kind: 'trace', file: 'scenarios/b.jsonl' }] },
      negativeControl: { kind: 'weaken', recording: { kind: 'trace', file: 'scenarios/c.jsonl' } },
    });
    expect(filesOf(result.value.trios[0]!)).toContain('scenarios/c.jsonl');
  });

  it.each<[string, string]>([
    ['a model that is a path', TRIO.replace(/^model:.*$/m, 'model: ../models/shop.ts')],
    ['no control', TRIO.replace('control:', 'x:').replace(/^negative-x:/m, 'negative-control:')],
    ['no negative control', TRIO.replace(/^negative-control:.*$/m, '')],
    ['an unknown key', TRIO.replace('claim:', 'clame:')],
    ['an unknown key of a leg', TRIO.replace('reaches:', 'reach:')],
    ['a wrong type', TRIO.replace('trio: pay/one', 'trio: [pay]')],
    ['a duplicate key', `${TRIO}claim: Again.\n`],
    [
      'anchors that explode',
      'a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n',
    ],
    ['two documents with one id', `${TRIO}---\n${TRIO}`],
    ['an empty file', '# nothing\n---\n'],
    ['a path that leaves the project', TRIO.replace('../models/Pay.tla', '../../etc/Pay.tla')],
    ['an absolute path', TRIO.replace('../models/Pay.tla', '/etc/Pay.tla')],
    [
      'a control that does the same as the attack',
      TRIO.replace('steps: [ask, approve]', 'steps: [ask, { pay: { call: c1 } }]'),
    ],
    ['a leg without events', TRIO.replace('  steps: [ask, approve]\n', '')],
    [
      'a control without a source that the attack has',
      TRIO.replace('attack:\n', 'attack:\n  agent: payer\n  trace: a.jsonl\n').replace(
        '  reaches',
        '  trace: b.jsonl\n  reaches',
      ),
    ],
    ['an attack without a source that the control has', TRIO.replace('  reaches', '  agent: payer\n  reaches')],
    ['a leg with two recordings', TRIO.replace('steps: [ask, approve]', `trace: a.jsonl\n  events: [${EVENT}]`)],
    ['observed kinds without events', TRIO.replace('  reaches', '  observes: [call.proposed]\n  reaches')],
    ['stimuli without an agent', TRIO.replace('  reaches', `  stimuli: [${EVENT}]\n  reaches`)],
    ['stimuli that are no events', TRIO.replace('steps: [ask, approve]', 'agent: payer\n  stimuli: [{ kind: nod }]')],
    [
      'a negative control with steps beside a weakened guard',
      TRIO.replace('{ weaken: ApprovalOk }', '{ weaken: ApprovalOk, steps: [ask] }'),
    ],
    [
      'a recording of the weakened system without one of the attack',
      TRIO.replace('{ weaken: ApprovalOk }', '{ weaken: ApprovalOk, trace: a.jsonl }'),
    ],
    [
      'stimuli of a negative control without an agent',
      TRIO.replace('{ weaken: ApprovalOk }', `{ weaken: ApprovalOk, stimuli: [${EVENT}] }`),
    ],
    ['edits of an attack with several sources', SEVERAL.replace('{ weaken: ApprovalOk }', '{ edit: [{ drop: 1 }] }')],
    [
      'a negative control with several sources of its own',
      TRIO.replace('{ weaken: ApprovalOk }', '{ steps: [ask], trace: c.jsonl }'),
    ],
    ['a step that names two actions', TRIO.replace('{ pay: { call: c1 } }', '{ pay: { call: c1 }, ask: {} }')],
    [
      'a guard that is assumed to be neither true nor false',
      TRIO.replace('{ pay: { call: c1 } }', '{ pay: { call: c1 }, assume: { ok: maybe } }'),
    ],
    ['a negative control that changes nothing', TRIO.replace('{ weaken: ApprovalOk }', '{ violates: Inv }')],
    [
      'a negative control that weakens and edits',
      TRIO.replace('{ weaken: ApprovalOk }', '{ weaken: ApprovalOk, edit: [{ drop: 1 }] }'),
    ],
    [
      'an edit at a place that the attack does not have',
      TRIO.replace('{ weaken: ApprovalOk }', '{ edit: [{ drop: 3 }] }'),
    ],
    [
      'an event of an unknown kind',
      TRIO.replace('steps: [ask, approve]', 'events: [{ kind: call.propose, call: c1 }]'),
    ],
    [
      'an event with an unknown key',
      TRIO.replace('steps: [ask, approve]', 'events: [{ kind: handoff, from: a, too: b }]'),
    ],
    ['YAML that does not parse', 'trio: [\n'],
    ['a name that is a number', TRIO.replace('pay/one', '7')],
    ['a name that is empty', TRIO.replace('pay/one', '""')],
    ['a name of several lines', TRIO.replace('pay/one', '"pay\\none"')],
    ['a name with a character that is not seen', TRIO.replace('pay/one', '"pay/o\\u200bne"')],
    [
      'two names that differ only in how Unicode writes them',
      `${TRIO}---\n${TRIO}`.replace('pay/one', 'pay/\u00e9').replace('pay/one', 'pay/e\u0301'),
    ],
    [
      'constants that are named __proto__',
      TRIO.replace('../models/Pay.tla', '../models/Pay.tla, constants: { __proto__: 1 }'),
    ],
    ['an action whose name is no string', TRIO.replace('[ask, approve]', '[true, 7]')],
    ['a leg without steps', TRIO.replace('[ask, approve]', '[]')],
    ['an alias inside of what it repeats', TRIO.replace('{ call: c1 }', '&c { call: *c }')],
    ['an id with more digits than a number holds', TRIO.replace('{ call: c1 }', '{ call: 12345678901234567890 }')],
    ['more text than a scenario file may hold', TRIO + '# much more\n'.repeat(90_000)],
  ])('is refused for %s, with the place and what was expected', (_name, text) => {
    expect(problems(text)).toMatchSnapshot();
  });

  it.each([
    ['Windows line endings', TRIO.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${TRIO}`],
    ['words that YAML 1.1 took for truth values', TRIO.replace('[ask, approve]', '[on, no, yes, off]')],
  ])('is read with %s', (_what, text) => {
    const result = load(text);
    expect(result).toMatchObject({
      ok: true,
      value: { trios: [{ id: 'pay/one', attack: { at: { start: { line: 4, column: 1 } } } }] },
    });
    const control = result.ok ? result.value.trios[0]?.control.sources[0] : undefined;
    expect(control?.kind === 'steps' && control.steps.every(({ action }) => typeof action === 'string')).toBe(true);
  });

  it('is refused or read, but never throws, whatever it holds', () => {
    const cut = fc.tuple(fc.nat({ max: TRIO.length }), fc.nat({ max: 12 }), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(cut, ([at, length, inserted]) => {
        const result = load(TRIO.slice(0, at) + inserted + TRIO.slice(at + length));
        expect(typeof result.ok).toBe('boolean');
        if (!result.ok)
          for (const { at: place } of result.errors) expect(place?.file).toBe('scenarios/pay.scenario.yaml');
      }),
      { numRuns: 500 },
    );
  });
});
