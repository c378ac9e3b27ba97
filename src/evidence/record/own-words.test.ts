import { expect, it } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { defineModel } from '../../model/define-model.ts';
import { anything } from '../../model/model-definition.ts';
import { createTrace } from '../../trace/trace.ts';
import { foldTrace } from '../testing/fixtures.ts';
import { buildEvidence } from './build.ts';
import { redactionFor } from './names.ts';

interface State {
  readonly payments: readonly object[];
}

/** Outside of every definition, so that the words in it are not the definition's. */
const settle = (to: string) => ({ standing: 'settled-late', to });

const model = (more: object) =>
  defineModel({
    name: 'payments',
    initial: (): State => ({ payments: [] }),
    actions: {
      pay: {
        parameters: { to: anything<string>() },
        next: ({ state, args }) => ({ payments: [...state.payments, settle(args.to)] }),
      },
    },
    invariants: { None: { when: () => true, holds: ({ state }) => state.payments.length === 0 } },
    on: { 'message.sent': ({ to }) => ({ action: 'pay', args: { to } }) },
    ...more,
  });

/** The list of payments as the evidence shows it. */
function shown(more: object) {
  const made = model(more);
  const trace = createTrace({ events: [{ kind: 'message.sent', to: 'Alice Example', text: 'settled-early' }] });
  const verdict = foldTrace(made as never, trace);
  const record = buildEvidence(
    {
      subject: { kind: 'trace', id: 'test' },
      model: { kind: 'typescript', name: made.name, predicates: made.predicates },
      outcome: 'fail',
      legs: [{ role: 'trace', source: 'trace', met: false, verdict, events: trace.events }],
    },
    redactionFor(made),
  );
  return record.legs[0]?.run?.steps[0]?.changes[0]?.after;
}

it('shows the fields and words that a definition declares for functions outside of it, and hides others', () => {
  expect(shown({})).toEqual([{ '[key#1]': '[payments.key#1]', to: '[to#1]' }]);
  expect(shown({ fields: ['standing'] })).toEqual([{ standing: '[payments.standing#1]', to: '[to#1]' }]);
  expect(shown({ fields: ['standing'], words: ['settled-late'] })).toEqual([
    { standing: 'settled-late', to: '[to#1]' },
  ]);
  expect(shown({ words: ['settled'] })).toEqual([{ '[key#1]': '[payments.key#1]', to: '[to#1]' }]);
});

it('keeps them under other constants', () => {
  const changed = unwrap(
    model({ words: ['settled-late'], constants: { limit: 1 } }).withConstants({ limit: 2 } as never),
  );
  expect(changed.names).toContain('settled-late');
});

it('refuses a part of a definition that is misspelled, with the nearest name', () => {
  expect(() => model({ word: ['settled-late'] })).toThrowErrorMatchingInlineSnapshot(`
    [TracefoldError: the model "payments": unknown key "word" in the definition [model/unknown-part]
      hint: did you mean "words"?]
  `);
});
