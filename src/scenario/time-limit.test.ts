import { afterEach, expect, test, vi } from 'vitest';
import { sourceText } from '../diagnostics/source-text.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { defineModel } from '../model/define-model.ts';
import { fileHost } from './file-host.ts';
import { loadScenarioFile } from './load-scenario.ts';
import { renderErrors, runTrio } from './run-trio.ts';
import { withinTime } from './time-limit.ts';

afterEach(() => vi.unstubAllEnvs());

function spin(): never {
  for (;;);
}

const spinning = (changed: object) =>
  defineModel({
    name: 'spinning',
    initial: () => ({ paid: 0 }),
    actions: { pay: { guards: { allowed: () => true }, next: () => ({ paid: 1 }) } },
    invariants: { Safe: { when: () => true, holds: () => true } },
    ...changed,
  } as never);

test.each([
  ['an action', { actions: { pay: { next: spin } } }, 'action pay'],
  ['a guard', { actions: { pay: { guards: { allowed: spin }, next: () => ({ paid: 1 }) } } }, 'action pay'],
  ['an invariant', { invariants: { Safe: { when: () => true, holds: spin } } }, 'invariant Safe'],
])('%s that never returns is told by its name', (_what, changed, part) => {
  const clock = Date;
  const result = withinTime(() => spinning(changed).foldSteps([{ action: 'pay' }]), 100);
  expect(result).toMatchObject({
    ok: false,
    errors: [{ code: 'model/too-slow', message: `the model has not answered within 0.1 seconds, in ${part}` }],
  });
  expect(Date).toBe(clock);
});

test('what returns in time gives its result, and what it throws is thrown', () => {
  expect(withinTime(() => spinning({}).foldSteps([{ action: 'pay' }]), 1000)).toMatchObject({
    value: { outcome: 'pass' },
  });
  expect(() =>
    withinTime(() => {
      throw new Error('mine');
    }, 1000),
  ).toThrow('mine');
});

test('one evaluation inside of another keeps both results', () => {
  const inner = () => withinTime<number>(() => ({ ok: true, value: 1 }), 1000);
  expect(withinTime(() => [inner(), inner()][1]!, 1000)).toEqual({ ok: true, value: 1 });
});

test('a trio with an endless loop fails at the leg that does not end', async () => {
  vi.stubEnv('TRACEFOLD_TIME_LIMIT', '100');
  const text = [
    'trio: shop/pay',
    'claim: A.',
    'model: { spec: ../models/spin.ts }',
    'attack: { steps: [pay] }',
    'control: { steps: [pay, pay] }',
    'negative-control: { weaken: pay/allowed }',
    '',
  ].join('\n');
  const model = spinning({ actions: { pay: { guards: { allowed: () => true }, next: spin } } });
  const host = {
    ...fileHost({ root: '.' }),
    readBytes: () => new Uint8Array(),
    importModule: async () => ({ default: model }),
  };
  const { trios } = unwrap(loadScenarioFile(sourceText('scenarios/spin.scenario.yaml', text)));
  const result = await runTrio(trios[0]!, host);
  expect(result.ok ? result.value.outcome : renderErrors(result.errors)).toMatchInlineSnapshot(`
    "scenarios/spin.scenario.yaml:4:1: the model has not answered within 0.1 seconds, in action pay [model/too-slow]
     4 | attack: { steps: [pay] }
       | ^^^^^^
      hint: a loop that does not end? TRACEFOLD_TIME_LIMIT gives a model more, in milliseconds, and 0 any time"
  `);
});

test('no limit is set by 0', () => {
  vi.stubEnv('TRACEFOLD_TIME_LIMIT', '0');
  expect(withinTime(() => ({ ok: true, value: 1 }))).toEqual({ ok: true, value: 1 });
});
