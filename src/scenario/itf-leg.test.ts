import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { loadScenarioFile } from './load-scenario.ts';
import { renderErrors, renderTrio, runTrio } from './run-trio.ts';
import { gateModel } from './testing/gate-model.ts';
import { memoryHost } from './testing/memory-host.ts';

const SPEC = `---- MODULE Till ----
EXTENDS Naturals
VARIABLES approved, paid
Init == approved = FALSE /\\ paid = 0
Approve == ~approved /\\ approved' = TRUE /\\ UNCHANGED paid
MayPay == approved
Pay == MayPay /\\ paid < 2 /\\ paid' = paid + 1 /\\ UNCHANGED approved
Next == Approve \\/ Pay
OnlyApproved == paid > 0 => approved
====
`;
const itf = (...states: readonly (readonly [approved: boolean, paid: number])[]): string =>
  JSON.stringify({ vars: ['approved', 'paid'], states: states.map(([approved, paid]) => ({ approved, paid })) });

const host = memoryHost({
  modules: { 'scenarios/gate.ts': gateModel },
  texts: {
    'scenarios/Till.tla': SPEC,
    'scenarios/Till.cfg': 'INIT Init\nNEXT Next\nINVARIANT OnlyApproved\nCHECK_DEADLOCK FALSE\n',
    // What TLC finds in the module without its guard.
    'scenarios/unapproved.itf.json': itf([false, 0], [false, 1]),
    'scenarios/approved.itf.json': itf([false, 0], [true, 0], [true, 1]),
    'scenarios/twice.itf.json': itf([false, 0], [true, 0], [true, 1], [true, 2]),
    'scenarios/jump.itf.json': itf([false, 0], [false, 2]),
    'scenarios/recorded.json': itf([false, 0], [true, 0], [true, 1]),
  },
});

const HEAD = 'trio: till/unapproved\nclaim: Nobody pays without an approval.\nmodel: { spec: Till.tla }\n';
const ATTACK = 'attack: { trace: unapproved.itf.json }\n';
const CONTROL = 'control: { trace: approved.itf.json, reaches: paid = 1 }\n';
const NEGATIVE = 'negative-control: { weaken: MayPay }\n';

async function run(text: string): Promise<string> {
  const file = loadScenarioFile(sourceText('scenarios/till.scenario.yaml', text));
  if (!file.ok) return file.errors.map(formatDiagnostic).join('\n\n');
  const result = await runTrio(file.value.trios[0]!, host);
  return result.ok ? `${result.value.outcome}\n${renderTrio(result.value)}` : renderErrors(result.errors);
}

describe('a leg that is an ITF trace', () => {
  it('is folded by the steps that it takes in the model, an attack by those of the model without the guard', async () => {
    expect(await run(HEAD + ATTACK + CONTROL + NEGATIVE)).toMatchInlineSnapshot(`
      "proved
      PROVED till/unapproved: Nobody pays without an approval.
        the attack reached no forbidden state: Pay/1 stopped it at step 1
        the control reached no forbidden state and reached its goal
        the negative control reached a forbidden state: OnlyApproved at step 1
        the negative control is the attack without MayPay, and nothing else differs; the guard bites at step 1, Pay
      see scenarios/till.scenario.yaml:1:7"
    `);
  });

  it('is read as ITF by its format too, whatever the name of the file', async () => {
    const control = 'control: { trace: { file: recorded.json, format: itf }, reaches: paid = 1 }\n';
    expect(await run(HEAD + ATTACK + control + NEGATIVE)).toMatch(/^proved\n/);
  });

  it('takes edits of its steps', async () => {
    const attack = 'attack: { trace: { file: recorded.json, format: itf } }\n';
    const negative = 'negative-control: { edit: [{ drop: 1 }] }\n';
    const control = CONTROL.replace('approved.itf', 'twice.itf');
    // Without the approval the step is refused, and nothing forbidden is reached.
    expect(await run(HEAD + attack + control + negative)).toMatchInlineSnapshot(`
      "failed
      FAILED till/unapproved: Nobody pays without an approval.
        the negative control stops early: step 1 (Pay) is refused by Pay/1: MayPay is false, because approved is false [trio/negative-control-refused]

      Steps of the negative control:
        1. Pay - refused
             Pay/1: MayPay is false
             because approved is false
      Where attack and control part:
        the attack has ended
        the control, step 3: Pay, taken
      Integrity:
        the negative control is the attack with these edits and no others: drop number 1
      see scenarios/till.scenario.yaml:6:1"
    `);
  });

  it('is an error where it is no behaviour of the model, with or without the guard', async () => {
    expect(await run(HEAD + ATTACK.replace('unapproved', 'jump') + CONTROL + NEGATIVE)).toMatchInlineSnapshot(`
      "scenarios/till.scenario.yaml:4:18: state 1 of the ITF trace: no step of Till leads here from the state before [tla/itf-no-step]
       4 | attack: { trace: jump.itf.json }
         |                  ^^^^^^^^^^^^^
        hint: enabled there: Approve; Approve comes nearest, and differs in approved, paid"
    `);
  });

  it('is an error in a control that needs the guard weakened', async () => {
    const attack = 'attack: { trace: { file: recorded.json, format: itf } }\n';
    expect(await run(HEAD + attack + CONTROL.replace('approved', 'unapproved') + NEGATIVE)).toMatchInlineSnapshot(`
      "scenarios/till.scenario.yaml:5:19: state 1 of the ITF trace: no step of Till leads here from the state before [tla/itf-no-step]
       5 | control: { trace: unapproved.itf.json, reaches: paid = 1 }
         |                   ^^^^^^^^^^^^^^^^^^^
        hint: enabled there: Approve; Approve comes nearest, and differs in approved, paid"
    `);
  });

  it('needs a TLA+ model', async () => {
    const head = HEAD.replace('Till.tla', 'gate.ts');
    const control = CONTROL.replace('paid = 1', 'paid');
    expect(await run(head + ATTACK + control + NEGATIVE.replace('MayPay', 'pay/allowed'))).toMatchInlineSnapshot(`
      "scenarios/till.scenario.yaml:4:18: an ITF trace is a behaviour of a TLA+ model, and this trio has none [scenario/itf-needs-tla]
       4 | attack: { trace: unapproved.itf.json }
         |                  ^^^^^^^^^^^^^^^^^^^"
    `);
  });
});
