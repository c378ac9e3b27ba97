import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { createTrace, type EventInput } from '../trace/trace.ts';
import { defineModel } from './define-model.ts';
import { isMappingError } from './mapping.ts';
import { anything } from './model-definition.ts';
import { parseMapping } from './yaml-mapping.ts';

const { machine } = defineModel({
  name: 'pay',
  initial: () => ({ paid: 0 }),
  actions: {
    ask: { next: ({ state }) => state },
    pay: {
      parameters: { call: anything<string>(), to: anything<string>() },
      guards: { allowed: () => true },
      next: ({ state }) => ({ paid: state.paid + 1 }),
    },
  },
  invariants: { Few: { when: () => true, holds: ({ state }) => state.paid < 9 } },
  bounds: { MaxPaid: ({ state }) => state.paid < 99 },
});

const parse = (text: string) => parseMapping(sourceText('pay.mapping.yaml', text), machine);

function problems(text: string): string {
  const result = parse(text);
  if (result.ok) throw new Error('the mapping was accepted');
  return result.errors.map(formatDiagnostic).join('\n');
}

function steps(text: string, event: EventInput) {
  const mapping = parse(text);
  if (!mapping.ok) throw new Error(problems(text));
  const mapped = mapping.value.steps(createTrace({ events: [event] }).events[0]!);
  if (isMappingError(mapped)) throw new Error(mapped.error.message);
  return mapped;
}

const CALL: EventInput = { kind: 'call.proposed', call: 'c1', tool: 'bank/pay', args: { to: 'ann', '__proto__.x': 1 } };

describe('a mapping', () => {
  it('takes the first rule that matches, and fills in fields of the event', () => {
    const text = `on:
  - { event: call.proposed, where: { tool: bank/look }, do: ask }
  - { event: call.proposed, where: { tool: 'bank*', args.to: [bob, 'a*'] }, do: [ask, { pay: { call: $call, to: $args.to } }], assume: { pay/allowed: true }, observed: { paid: 1 } }
  - { event: call.proposed, do: null }
`;
    expect(steps(text, CALL)).toEqual([
      { action: 'ask', args: {}, assume: { 'pay/allowed': true } },
      { action: 'pay', args: { call: 'c1', to: 'ann' }, assume: { 'pay/allowed': true }, observed: { paid: 1 } },
    ]);
    expect(steps(text, { ...CALL, args: { to: 'zoe' } } as EventInput)).toEqual([]);
    expect(steps(text, { kind: 'handoff', from: 'a', to: 'b' })).toEqual([]);
  });

  it('leaves an argument open if the event lacks its field, inherited ones included', () => {
    const text = 'on: [{ event: call.proposed, do: { pay: { call: $missing, to: $args.constructor } } }]\n';
    expect(steps(text, CALL)).toEqual([{ action: 'pay', args: {} }]);
  });

  it('needs every kind that it looks at, unless it says otherwise', () => {
    const mapping = parse(`on:
  - { event: call.proposed, do: ask }
  - { event: exec.started, do: ask }
needs: { Few: [exec.started] }
bounds: [MaxPaid]
`);
    expect(mapping).toMatchObject({
      ok: true,
      value: { kinds: ['call.proposed', 'exec.started'], bounds: ['MaxPaid'] },
    });
    expect(mapping.ok && mapping.value.needs('Few')).toEqual(['exec.started']);
    expect(mapping.ok && mapping.value.needs('Other')).toEqual(['call.proposed', 'exec.started']);
  });

  it.each([
    ['an unknown action', 'on: [{ event: call.proposed, do: pai }]\n'],
    ['an unknown argument', 'on: [{ event: call.proposed, do: { pay: { cal: $call, to: x } } }]\n'],
    [
      'an unknown guard',
      'on: [{ event: call.proposed, do: { pay: { call: $call, to: x } }, assume: { pay/alowed: true } }]\n',
    ],
    ['an unknown event kind', 'on: [{ event: call.propose, do: ask }]\n'],
    ['an unknown invariant', 'on: [{ event: call.proposed, do: ask }]\nneeds: { Fiew: [call.proposed] }\n'],
    ['an unknown bound', 'on: [{ event: call.proposed, do: ask }]\nbounds: [MaxPayed]\n'],
    ['a step that names two actions', 'on: [{ event: call.proposed, do: { ask: null, pay: {} } }]\n'],
    [
      'a step that is wrong, once, however many guards it assumes',
      'on: [{ event: call.proposed, do: { pya: {} }, assume: { mayPay: true, mayAsk: true } }]\n',
    ],
    ['an unknown key', 'on: [{ event: call.proposed, wher: {}, do: ask }]\n'],
    ['an empty file', ''],
    ['two documents', 'on: []\n---\non: []\n'],
  ])('is refused for %s, with the place and the nearest name', (_name, text) => {
    expect(problems(text)).toMatchSnapshot();
  });
});
