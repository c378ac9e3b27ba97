import { expect, it } from 'vitest';
import { sourceText } from '../diagnostics/source-text.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { loadScenarioFile } from './load-scenario.ts';
import { renderTrio, runTrio } from './run-trio.ts';
import { memoryHost } from './testing/memory-host.ts';

// A number of the configuration may be a rule of the system (how much may be spent) or the end of the model (how many payments it can hold).
const MODULE = `---- MODULE Pay ----
EXTENDS Naturals
CONSTANTS Limit, MaxPayments
VARIABLES spent, payments
Init == spent = 0 /\\ payments = 0
WithinLimit(a) == spent + a <= Limit
Small(a) == a < 50
Pay(a) == WithinLimit(a) /\\ Small(a) /\\ payments < MaxPayments /\\ spent' = spent + a /\\ payments' = payments + 1
Next == \\E a \\in {10, 40, 50} : Pay(a)
NeverOverLimit == payments > 0 => spent <= Limit
OnlySmall == payments > 0 => spent # 50
====
`;

async function run(
  guard: string,
  forbidden: string,
  attack: string,
  more: { bounds?: string; payments?: number } = {},
) {
  const { bounds, payments = 9 } = more;
  const trio = `trio: pay
claim: An agent spends what it may.
model: { spec: Pay.tla }
forbidden: ${forbidden}
attack: { steps: [${attack}] }
control: { steps: [{ Pay: { a: 40 } }], reaches: spent = 40 }
negative-control: { weaken: ${guard} }
`;
  const config = `INIT Init\nNEXT Next\nCONSTANTS Limit = 60 MaxPayments = ${payments}\nINVARIANTS NeverOverLimit OnlySmall\n`;
  const mapping = bounds === undefined ? {} : { 'Pay.mapping.yaml': `on: []\nbounds: [${bounds}]\n` };
  const file = unwrap(loadScenarioFile(sourceText('pay.scenario.yaml', trio)));
  const host = memoryHost({ texts: { 'Pay.tla': MODULE, 'Pay.cfg': config, ...mapping } });
  return unwrap(await runTrio(file.trios[0]!, host));
}

async function told(...asked: Parameters<typeof run>): Promise<string> {
  const result = await run(...asked);
  return result.outcome === 'proved' ? 'proved' : renderTrio(result).split('\n\n')[0]!.split('\n').slice(1).join('\n');
}

const TWICE = '{ Pay: { a: 40 } }, { Pay: { a: 40 } }';

it('is a guard like any other where the trio weakens it', async () => {
  expect(await told('WithinLimit', 'NeverOverLimit', TWICE)).toBe('proved');
  expect(await told('WithinLimit', 'NeverOverLimit', TWICE, { bounds: '' })).toBe('proved');
  expect(await told('WithinLimit', 'NeverOverLimit', TWICE, { bounds: 'MaxPayments' })).toBe('proved');
});

it('is the end of the model where the mapping says so', async () => {
  expect(await told('WithinLimit', 'NeverOverLimit', TWICE, { bounds: 'Limit' })).toMatchInlineSnapshot(
    `"  something else than WithinLimit stops the attack: step 2 (Pay) is refused by the model's limit Limit: spent + a <= Limit is false: spent = 40, a = 40, Limit = 60 [trio/attack-refused]"`,
  );
});

it('proves nothing where it stops an attack that the guard of the trio should have stopped', async () => {
  const full = { payments: 1 };
  expect(await told('WithinLimit', 'NeverOverLimit', TWICE, full)).toMatchInlineSnapshot(`
    "  something else than WithinLimit stops the attack: step 2 (Pay) is refused by the constant Limit (taken for a limit of the model): spent + a <= Limit is false: spent = 40, a = 40, Limit = 60 [trio/attack-refused]
      the negative control stops early: step 2 (Pay) is refused by the constant MaxPayments (taken for a limit of the model): payments < MaxPayments is false: payments = 1, MaxPayments = 1 [trio/negative-control-refused]"
  `);
  expect(await told('Small', 'OnlySmall', '{ Pay: { a: 40 } }, { Pay: { a: 50 } }')).toMatchInlineSnapshot(`
    "  something else than Small stops the attack: step 2 (Pay) is refused by the constant Limit (taken for a limit of the model): spent + a <= Limit is false: spent = 40, a = 50, Limit = 60 [trio/attack-refused]
      the negative control stops early: step 2 (Pay) is refused by the constant Limit (taken for a limit of the model): spent + a <= Limit is false: spent = 40, a = 50, Limit = 60 [trio/negative-control-refused]"
  `);
});

it('is told as the guard that it is where the mapping lists the limits of the model', async () => {
  const attack = '{ Pay: { a: 40 } }, { Pay: { a: 50 } }';
  expect(await told('Small', 'OnlySmall', attack, { bounds: 'MaxPayments' })).toMatchInlineSnapshot(`
    "  something else than Small stops the attack: step 2 (Pay) is refused by Pay/1: WithinLimit(a) is false, because spent + a <= Limit is false: spent = 40, a = 50, Limit = 60; if that should stop it, weaken: Pay/1 [trio/attack-refused]
      the negative control stops early: step 2 (Pay) is refused by Pay/1: WithinLimit(a) is false, because spent + a <= Limit is false: spent = 40, a = 50, Limit = 60 [trio/negative-control-refused]"
  `);
});

it('is told with what to do where it stops the attack in place of the guard', async () => {
  const text = renderTrio(await run('Small', 'OnlySmall', '{ Pay: { a: 40 } }, { Pay: { a: 50 } }'));
  expect(text).toContain(
    'if Limit is a rule of the system, list the others as "bounds" in the mapping (bounds: [] if there is none)',
  );
});
