import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { defineModel } from '../../model/define-model.ts';
import { anything } from '../../model/model-definition.ts';
import type { Json } from '../../trace/json.ts';
import { fileHost } from '../file-host.ts';
import type { ScenarioHost } from '../host.ts';
import { loadScenarioFile } from '../load-scenario.ts';
import { metamorphicChecks } from '../metamorphic/metamorphic-checks.ts';
import { mutationMatrix } from '../mutation/mutation-matrix.ts';
import { resolveModel } from '../resolve-model.ts';
import { runTrio } from '../run-trio.ts';
import { BINDINGS } from './binding.ts';
import { bindingEvents } from './binding-events.ts';

const root = fileHost({ root: '.' });

/** A till that asks for an approval of the amount, and forgets it after one payment; what else an approval may bind it does not know. */
const till = (minds: 'minds' | 'is blind') =>
  defineModel({
    name: 'till',
    initial: () => ({ approved: null as Json, paid: 0, unapproved: 0 }),
    actions: {
      approve: {
        parameters: { args: anything<Json>() },
        next: ({ state, args }) => ({ ...state, approved: args.args }),
      },
      pay: {
        parameters: { args: anything<Json>() },
        guards: { approved: ({ state, args }) => JSON.stringify(state.approved) === JSON.stringify(args.args) },
        next: ({ state, args }) => {
          const wrong = JSON.stringify(state.approved) !== JSON.stringify(args.args);
          return { approved: null, paid: state.paid + 1, unapproved: state.unapproved + Number(wrong) };
        },
      },
    },
    invariants: {
      Approved: {
        when: ({ state }) => state.paid > 0,
        holds: ({ state }) => minds === 'is blind' || state.unapproved === 0,
      },
    },
    goals: { paid: ({ state }) => state.paid > 0 },
    on: {
      'approval.requested': ({ args }) => ({ action: 'approve', args: { args } }),
      'exec.started': ({ args }) => ({ action: 'pay', args: { args }, assume: { 'pay/approved': true } }),
    },
  });

const host = (model: unknown): ScenarioHost => ({
  ...root,
  readBytes: (path) => (path.endsWith('till.ts') ? new Uint8Array() : root.readBytes(path)),
  importModule: async () => ({ default: model }),
});

const declaration = (waived: string): string => `bindings: till
model: { spec: till.ts }
tools:
  pay: { amount: 10 }
reaches: paid
waived: { ${waived} }
`;

const load = (text: string) => loadScenarioFile(sourceText('gate.scenario.yaml', text));

const told = (text: string): string => {
  const loaded = load(text);
  return loaded.ok ? 'accepted' : loaded.errors.map(formatDiagnostic).join('\n');
};

/** What each trio of a declaration comes to. */
async function outcomes(text: string, where: ScenarioHost): Promise<string> {
  const lines: string[] = [];
  for (const trio of unwrap(load(text)).trios) {
    const result = await runTrio(trio, where);
    if (!result.ok) lines.push(result.errors.map(formatDiagnostic).join('\n'));
    else {
      const { trio: complete, outcome } = result.value;
      lines.push(
        `${complete.id}: ${outcome}, ${complete.negativeControl.kind === 'weaken' && complete.negativeControl.guard.name}`,
      );
    }
  }
  return lines.join('\n');
}

describe('a declaration of bindings', () => {
  it('stands for one trio a tool and binding, at the place of the tool, and finds the guard of each', async () => {
    const text = readFileSync('scenarios/gateway/bindings.scenario.yaml', 'utf8');
    const { trios } = unwrap(load(text));
    expect(trios.map(({ at }) => at.start.line)).toEqual([...BINDINGS.map(() => 5), ...BINDINGS.map(() => 6)]);
    expect(await outcomes(text.replace(/ {2}nodes.run.*\n/, ''), root)).toMatchInlineSnapshot(`
      "gateway/approvals/payments.send/tool: proved, Execute/approvalGiven
      gateway/approvals/payments.send/call: proved, Execute/approvalInScope
      gateway/approvals/payments.send/arguments: proved, Execute/approvalGiven
      gateway/approvals/payments.send/principal: proved, Execute/principalUnchanged
      gateway/approvals/payments.send/session: proved, Execute/approvalInScope
      gateway/approvals/payments.send/policy-version: proved, Execute/policyUnchanged
      gateway/approvals/payments.send/expiry: proved, Execute/approvalGiven
      gateway/approvals/payments.send/order: proved, Execute/approvalGiven
      gateway/approvals/payments.send/single-use: proved, Execute/approvalUnused"
    `);
  });

  it('fails for each binding that the model lacks, and says which and why', async () => {
    expect(await outcomes(declaration(''), host(till('minds')))).toMatchInlineSnapshot(`
      "gate.scenario.yaml:4:3: the binding "tool" of pay is not enforced by till: its mapping makes the same steps of an approval that is used for what it was given for and of one that is not [scenario/binding-not-enforced]
       4 |   pay: { amount: 10 }
         |   ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { tool: … }
      gate.scenario.yaml:4:3: the binding "call" of pay is not enforced by till: its mapping makes the same steps of an approval that is used for what it was given for and of one that is not [scenario/binding-not-enforced]
       4 |   pay: { amount: 10 }
         |   ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { call: … }
      till/pay/arguments: proved, pay/approved
      gate.scenario.yaml:4:3: the binding "principal" of pay is not enforced by till: its mapping makes the same steps of an approval that is used for what it was given for and of one that is not [scenario/binding-not-enforced]
       4 |   pay: { amount: 10 }
         |   ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { principal: … }
      gate.scenario.yaml:4:3: the binding "session" of pay is not enforced by till: its mapping makes the same steps of an approval that is used for what it was given for and of one that is not [scenario/binding-not-enforced]
       4 |   pay: { amount: 10 }
         |   ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { session: … }
      gate.scenario.yaml:4:3: the binding "policy-version" of pay is not enforced by till: its mapping makes the same steps of an approval that is used for what it was given for and of one that is not [scenario/binding-not-enforced]
       4 |   pay: { amount: 10 }
         |   ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { policy-version: … }
      gate.scenario.yaml:4:3: the binding "expiry" of pay is not enforced by till: its mapping makes the same steps of an approval that is used for what it was given for and of one that is not [scenario/binding-not-enforced]
       4 |   pay: { amount: 10 }
         |   ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { expiry: … }
      gate.scenario.yaml:4:3: the binding "order" of pay is not enforced by till: its mapping makes the same steps of an approval that is used for what it was given for and of one that is not [scenario/binding-not-enforced]
       4 |   pay: { amount: 10 }
         |   ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { order: … }
      till/pay/single-use: proved, pay/approved"
    `);
  });

  it('fails where a guard refuses the attack, but no invariant would mind', async () => {
    const others = BINDINGS.filter((name) => name !== 'arguments').map((name) => `${name}: not in this shop`);
    expect(await outcomes(declaration(others.join(', ')), host(till('is blind')))).toMatchInlineSnapshot(`
      "gate.scenario.yaml:4:3: the binding "arguments" of pay is not enforced by till: pay/approved refuses the attack, and no invariant minds when no guard does [scenario/binding-not-enforced]
       4 |   pay: { amount: 10 }
         |   ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { arguments: … }"
    `);
  });

  it('fails where the attack succeeds', async () => {
    const open = { ...till('minds'), ...unwrap(till('minds').weaken('pay/approved')) };
    const others = BINDINGS.filter((name) => name !== 'arguments').map((name) => `${name}: not in this shop`);
    expect(await outcomes(declaration(others.join(', ')), host(open))).toMatchInlineSnapshot(`
      "gate.scenario.yaml:4:3: the binding "arguments" of pay is not enforced by till: the attack reaches Approved [scenario/binding-not-enforced]
       4 |   pay: { amount: 10 }
         |   ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { arguments: … }"
    `);
  });

  it('has no trio for what is waived', () => {
    const { trios } = unwrap(load(declaration('principal: one till, session: one till, expiry: never')));
    expect(trios.map(({ id }) => id)).toEqual(
      ['tool', 'call', 'arguments', 'policy-version', 'order', 'single-use'].map((name) => `till/pay/${name}`),
    );
  });

  it('says what is wrong with it, where', async () => {
    const gateway = 'bindings: x\nmodel: { spec: monitor:gateway }\ntools: { pay: {} }\nreaches: executed\n';
    expect(
      [
        told(gateway.replace('tools: { pay: {} }\n', '')),
        told(gateway.replace('{ pay: {} }', '{}')),
        told(gateway.replace('{ pay: {} }', '{ pay: 10 }')),
        told(gateway.replace('{ pay: {} }', '{ __proto__: {} }')),
        told(gateway.replace('tools', 'tolls')),
        told(`${gateway}waived: { argument: they are free }\n`),
        told(`${gateway}waived: { arguments: }\n`),
        told(`${gateway}calls: [c1]\n`),
        told(`${gateway}---\n${gateway}`).split('\n').slice(0, 3).join('\n'),
        (await outcomes(gateway.replace('monitor:gateway', 'eio:context-trust'), root))
          .split('\n')
          .slice(0, 4)
          .join('\n'),
        (await outcomes(`${gateway}forbidden: ApprovalGven\n`, root)).split('\n').slice(0, 4).join('\n'),
        (await outcomes(gateway.replace('executed', 'exected'), root)).split('\n').slice(0, 4).join('\n'),
      ].join('\n\n'),
    ).toMatchInlineSnapshot(`
      "gate.scenario.yaml:1:1: "tools" is missing [shape/missing-key]
       1 | bindings: x
         | ^
        expected a map

      gate.scenario.yaml:3:8: "tools": expected at least one tool [shape/wrong-value]
       3 | tools: {}
         |        ^^

      gate.scenario.yaml:3:15: "tools.pay": expected the arguments of a call [shape/wrong-value]
       3 | tools: { pay: 10 }
         |               ^^

      gate.scenario.yaml:3:8: "tools": expected at least one tool [shape/wrong-value]
       3 | tools: { __proto__: {} }
         |        ^^^^^^^^^^^^^^^^^

      gate.scenario.yaml:3:1: unknown key "tolls" [shape/unknown-key]
       3 | tolls: { pay: {} }
         | ^^^^^
        hint: did you mean "tools"?

      gate.scenario.yaml:5:11: unknown key "argument" in "waived" [shape/unknown-key]
       5 | waived: { argument: they are free }
         |           ^^^^^^^^
        hint: did you mean "arguments"?

      gate.scenario.yaml:5:22: "waived.arguments" is null [shape/wrong-type]
       5 | waived: { arguments: }
         |                      ^
        expected a string

      gate.scenario.yaml:5:8: "calls": expected two call ids [shape/wrong-value]
       5 | calls: [c1]
         |        ^^^^

      gate.scenario.yaml:8:10: two trios are called "x/pay/tool" [scenario/duplicate-id]
       8 | tools: { pay: {} }
         |          ^^^

      gate.scenario.yaml:3:10: the model eio.risk.context-trust is no state machine, so it has no approvals of its own to try [scenario/bindings-need-machine]
       3 | tools: { pay: {} }
         |          ^^^
        expected a TLA+ module or a model from defineModel, with a mapping

      gate.scenario.yaml:5:12: no model of this trio has an invariant or predicate "ApprovalGven" [scenario/unknown-predicate]
       5 | forbidden: ApprovalGven
         |            ^^^^^^^^^^^^
        hint: did you mean "ApprovalGiven"?

      gate.scenario.yaml:4:10: unknown goal "exected" [model/unknown-goal]
       4 | reaches: exected
         |          ^^^^^^^
        hint: did you mean "executed"?"
    `);
  });

  it('says that a model without a mapping does not tell what a run is to it', async () => {
    const told = await outcomes(declaration(''), host({ ...till('minds'), mapping: null }));
    expect(told.split('\n').slice(0, 2).join('\n')).toMatchInlineSnapshot(`
      "the model till has no mapping, so nothing says what a run is to it [model/no-mapping]
        hint: name one with "mapping:", YAML beside the module"
    `);
  });

  it('is left out of the metamorphic checks, as all trios on steps are', async () => {
    const { trios } = unwrap(load(readFileSync('scenarios/gateway/bindings.scenario.yaml', 'utf8')));
    const report = unwrap(await metamorphicChecks(trios, root));
    expect(report).toEqual({ checks: 0, failures: [], skipped: trios.map(({ id }) => id) });
  });

  it('kills mutants by its trios', async () => {
    const { trios } = unwrap(load(readFileSync('scenarios/gateway/bindings.scenario.yaml', 'utf8')));
    const [monitor] = trios;
    const { model } = unwrap(await resolveModel(monitor!.models[0]!, root));
    const matrix = unwrap(await mutationMatrix(model, trios, root, { guards: ['Execute/principalUnchanged'] }));
    expect(matrix.mutants.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'killed', by: { trio: 'gateway/approvals/payments.send/principal', leg: 'attack' } },
      { kind: 'killed', by: { trio: 'gateway/approvals/payments.send/principal' } },
    ]);
  });
});

describe('the runs of a binding', () => {
  it('differ, whatever the arguments, and the attack always executes', () => {
    const args = fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<Json>, { noNullPrototype: true });
    fc.assert(
      fc.property(fc.constantFrom(...BINDINGS), fc.string({ minLength: 1 }), args, (name, tool, given) => {
        const { attack, control } = bindingEvents(name, { tool, args: given, other: `${tool}!`, calls: ['c1', 'c2'] });
        expect(JSON.stringify(attack)).not.toBe(JSON.stringify(control));
        for (const run of [attack, control]) expect(run.some(({ kind }) => kind === 'exec.started')).toBe(true);
      }),
    );
  });

  it('are stopped by the gateway for any tool and arguments, and let through as they were approved', async () => {
    const args = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[!-~]{1,8}$/), args, async (tool, given) => {
        const tools = { [tool]: given };
        fc.pre(tool !== '__proto__');
        const text = JSON.stringify({
          bindings: 'any',
          model: { spec: 'monitor:gateway' },
          tools,
          reaches: 'executedUnderApproval',
        });
        for (const trio of unwrap(load(text)).trios) {
          const result = unwrap(await runTrio(trio, root));
          expect(result.outcome, `${trio.id} ${text}`).toBe('proved');
        }
      }),
      { numRuns: 10 },
    );
  });
});
