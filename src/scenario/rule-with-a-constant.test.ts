import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { loadScenarioFile } from './load-scenario.ts';
import { renderErrors, renderTrio, runTrio } from './run-trio.ts';
import { memoryHost } from './testing/memory-host.ts';

// A rule of the system may compare with a constant of the configuration, as a limit of the model does: what may be spent, how many may wait.
const PAYMENTS = `---- MODULE Payments ----
EXTENDS Naturals, Sequences
CONSTANTS Limit, MaxPaid
VARIABLES spent, paid
Init == spent = 0 /\\ paid = <<>>
WithinLimit(a) == spent + a <= Limit
Pay(a) == /\\ Len(paid) < MaxPaid
          /\\ WithinLimit(a)
          /\\ spent' = spent + a
          /\\ paid' = Append(paid, a)
Next == \\E a \\in {10, 50, 60} : Pay(a)
NeverOverLimit == spent <= Limit
====
`;

const run = async (attack: string, { mapping, guard = 'WithinLimit' }: { mapping?: string; guard?: string } = {}) => {
  const host = memoryHost({
    texts: {
      'Payments.tla': PAYMENTS,
      'Payments.cfg': 'INIT Init\nNEXT Next\nINVARIANT NeverOverLimit\nCONSTANTS Limit = 100 MaxPaid = 3\n',
      ...(mapping === undefined ? {} : { 'Payments.mapping.yaml': mapping }),
    },
  });
  const text = `trio: payments/limit
claim: No more is spent than the limit.
model: { spec: Payments.tla }
attack: { steps: [${attack}] }
control: { steps: [Pay: { a: 50 }], reaches: spent = 50 }
negative-control: { weaken: ${guard} }
`;
  const file = loadScenarioFile(sourceText('payments.scenario.yaml', text));
  if (!file.ok) return file.errors.map(formatDiagnostic).join('\n\n');
  const result = await runTrio(file.value.trios[0]!, host);
  return result.ok ? renderTrio(result.value) : renderErrors(result.errors);
};

const MAPPING = 'on: [{ event: exec.started, do: { Pay: { a: $args.amount } } }]\n';

describe('a rule of the system that compares with a constant', () => {
  it('stops the attack of the trio that weakens it, as any guard does', async () => {
    expect(await run('Pay: { a: 50 }, Pay: { a: 60 }')).toMatchInlineSnapshot(`
      "PROVED payments/limit: No more is spent than the limit.
        the attack reached no forbidden state: Pay/2 stopped it at step 2
        the control reached no forbidden state and reached its goal
        the negative control reached a forbidden state: NeverOverLimit at step 2
        the negative control is the attack without WithinLimit, and nothing else differs; the guard bites at step 2, Pay
      see payments.scenario.yaml:1:7"
    `);
  });

  it('is no excuse where another limit refuses the step as well', async () => {
    expect(await run('Pay: { a: 10 }, Pay: { a: 10 }, Pay: { a: 10 }, Pay: { a: 60 }')).toMatchInlineSnapshot(`
      "FAILED payments/limit: No more is spent than the limit.
        what stops the attack is not WithinLimit, which the negative control weakens: step 4 (Pay) is refused by the model's limit MaxPaid: Len(paid) < MaxPaid is false: Len(paid) = 3, MaxPaid = 3 [trio/attack-refused]
        the negative control stops early: step 4 (Pay) is refused by the model's limit MaxPaid: Len(paid) < MaxPaid is false: Len(paid) = 3, MaxPaid = 3 [trio/negative-control-refused]

      Steps of the attack:
        1. Pay(a: 10)
             spent: 0 becomes 10
             paid: appends 10
        2. Pay(a: 10)
             spent: 10 becomes 20
             paid: appends 10
        3. Pay(a: 10)
             spent: 20 becomes 30
             paid: appends 10
        4. Pay(a: 60) - refused
             Pay/1: Len(paid) < MaxPaid is false: Len(paid) = 3, MaxPaid = 3
      Notes:
        the model's limit MaxPaid was reached at step 4: Len(paid) < MaxPaid is false: Len(paid) = 3, MaxPaid = 3
        a constant that is a rule of the system limits no model: leave it out of "bounds" in the mapping

      Steps of the negative control:
        1. Pay(a: 10)
          … 6 more lines
             spent: 20 becomes 30
             paid: appends 10
        4. Pay(a: 60) - refused
             Pay/1: Len(paid) < MaxPaid is false: Len(paid) = 3, MaxPaid = 3
      Guards:
        WithinLimit was removed from the model in this leg
      Notes:
        the model's limit MaxPaid was reached at step 4: Len(paid) < MaxPaid is false: Len(paid) = 3, MaxPaid = 3
        a constant that is a rule of the system limits no model: leave it out of "bounds" in the mapping
      Where attack and control part:
        the attack, step 1: Pay(a: 10), taken
        the control, step 1: Pay(a: 50), taken
        first guard to stop the attack: Pay/1: Len(paid) < MaxPaid is false: Len(paid) = 3, MaxPaid = 3
      Integrity:
        the negative control is the attack without WithinLimit, and nothing else differs
      … 2 more lines
      see payments.scenario.yaml:6:1"
    `);
  });

  it('is told as a limit where another guard is weakened, with what to do', async () => {
    const text = await run('Pay: { a: 50 }, Pay: { a: 60 }', { guard: 'Pay/1' });
    expect(text).toContain("refused by the model's limit Limit: spent + a <= Limit is false");
    expect(text).toContain('leave it out of "bounds" in the mapping');
  });

  it('refuses as a guard, and not as a limit, where the mapping leaves it out of the bounds', async () => {
    const text = await run('Pay: { a: 50 }, Pay: { a: 60 }', {
      guard: 'Pay/1',
      mapping: `${MAPPING}bounds: [MaxPaid]\n`,
    });
    expect(text).toContain('step 2 (Pay) is refused by Pay/2');
    expect(text).not.toContain("the model's limit");
  });
});
