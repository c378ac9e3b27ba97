import { afterEach, describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { fileHost } from '../scenario/file-host.ts';
import { loadTrios } from '../scenario/mutation/load-trios.ts';
import { runTrio } from '../scenario/run-trio.ts';
import { bindings } from './bindings.ts';
import { cliFolder } from './testing/run-cli.ts';

const DECLARED = `bindings: shop
model: { spec: monitor:gateway }
tools: { pay: { amount: 10 } }
reaches: executedUnderApproval
waived: { tool: one, call: one, arguments: any, session: one, policy-version: one, expiry: none, order: any }
`;

let folder: ReturnType<typeof cliFolder> | undefined;
const inFolder = (text: string) => {
  folder = cliFolder({ 'shop.scenario.yaml': text });
  return folder;
};
afterEach(() => {
  folder?.dispose();
  folder = undefined;
});

describe('tracefold bindings', () => {
  it('writes the trios out as a person would have written them', async () => {
    const { run } = inFolder(DECLARED);
    const { code, out } = await run([bindings], 'bindings', 'shop.scenario.yaml');
    expect(code).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "trio: shop/pay/principal
      claim: An approval of pay that one principal asked for does not authorise another principal.
      model: { spec: monitor:gateway }
      attack:
        steps:
          - DeclarePolicy: { id: ask, effect: require_approval, tools: [ pay ], version: v1 }
          - ClaimSession: { identity: alice, session: s1 }
          - Propose: { call: c1, tool: pay, args: { amount: 10 }, session: s1 }
          - RequestApproval: { approval: a1, tool: pay, args: { amount: 10 }, call: c1, session: s1 }
          - DecideApproval: { approval: a1, decision: approve, scope: once, by: reviewer, authenticity: server }
          - ClaimSession: { identity: bob, session: s1 }
          - Execute: { exec: e1, tool: pay, args: { amount: 10 }, call: c1, session: s1 }
      control:
        steps:
          - DeclarePolicy: { id: ask, effect: require_approval, tools: [ pay ], version: v1 }
          - ClaimSession: { identity: alice, session: s1 }
          - Propose: { call: c1, tool: pay, args: { amount: 10 }, session: s1 }
          - RequestApproval: { approval: a1, tool: pay, args: { amount: 10 }, call: c1, session: s1 }
          - DecideApproval: { approval: a1, decision: approve, scope: once, by: reviewer, authenticity: server }
          - Execute: { exec: e1, tool: pay, args: { amount: 10 }, call: c1, session: s1 }
        reaches: executedUnderApproval
      negative-control: { weaken: Execute/principalUnchanged }
      ---
      trio: shop/pay/single-use
      claim: An approval of pay for one time authorises one execution.
      model: { spec: monitor:gateway }
      attack:
        steps:
          - DeclarePolicy: { id: ask, effect: require_approval, tools: [ pay ], version: v1 }
          - Propose: { call: c1, tool: pay, args: { amount: 10 } }
          - RequestApproval: { approval: a1, tool: pay, args: { amount: 10 }, call: c1 }
          - DecideApproval: { approval: a1, decision: approve, scope: once, by: reviewer, authenticity: server }
          - Execute: { exec: e1, tool: pay, args: { amount: 10 }, call: c1 }
          - Propose: { call: c1, tool: pay, args: { amount: 10 } }
          - Execute: { exec: e2, tool: pay, args: { amount: 10 }, call: c1 }
      control:
        steps:
          - DeclarePolicy: { id: ask, effect: require_approval, tools: [ pay ], version: v1 }
          - Propose: { call: c1, tool: pay, args: { amount: 10 } }
          - RequestApproval: { approval: a1, tool: pay, args: { amount: 10 }, call: c1 }
          - DecideApproval: { approval: a1, decision: approve, scope: once, by: reviewer, authenticity: server }
          - Execute: { exec: e1, tool: pay, args: { amount: 10 }, call: c1 }
        reaches: executedUnderApproval
      negative-control: { weaken: Execute/approvalUnused }"
    `);
  });

  it('lists the guard of each, writes trios that pass as they stand, and leaves a file alone that is there', async () => {
    const { run, cwd } = inFolder(DECLARED);
    const table = await run([bindings], 'bindings', 'shop.scenario.yaml', '--table');
    expect(table).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "shop/pay/principal   Execute/principalUnchanged
      shop/pay/single-use  Execute/approvalUnused",
      }
    `);
    expect(await run([bindings], 'bindings', 'shop.scenario.yaml', '--out', 'made')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "made/shop.scenario.yaml",
      }
    `);
    expect(await run([bindings], 'bindings', 'shop.scenario.yaml', '--out', 'made')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "made/shop.scenario.yaml exists and is left alone",
        "out": "",
      }
    `);
    for (const trio of unwrap(loadTrios(cwd, ['made/*.scenario.yaml']))) {
      expect(unwrap(await runTrio(trio, fileHost({ root: cwd }))).outcome).toBe('proved');
    }
    expect(await run([bindings], 'bindings', 'made/shop.scenario.yaml')).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "tracefold bindings: no document declares bindings",
        "out": "",
      }
    `);
  });

  it('exits with 1 where a binding is not enforced', async () => {
    const { run } = inFolder(
      DECLARED.replace('monitor:gateway', 'monitor:nodes-pipeline').replace('executedUnderApproval', 'executed'),
    );
    expect(await run([bindings], 'bindings', 'shop.scenario.yaml')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "shop.scenario.yaml:3:10: the binding "principal" of pay is not enforced by nodes-pipeline: its mapping makes the same steps of an approval that is used for what it was given for and of one that is not [scenario/binding-not-enforced]
       3 | tools: { pay: { amount: 10 } }
         |          ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { principal: … }
      shop.scenario.yaml:3:10: the binding "single-use" of pay is not enforced by nodes-pipeline: the attack runs, and no invariant minds [scenario/binding-not-enforced]
       3 | tools: { pay: { amount: 10 } }
         |          ^^^
        hint: give the model a guard and an invariant for it, or say why it may go without: waived: { single-use: … }",
        "out": "",
      }
    `);
  });

  it.each([
    ['no file', [], DECLARED],
    ['a glob that matches nothing', ['shops/*.scenario.yaml'], DECLARED],
    ['no declaration', ['shop.scenario.yaml'], ''],
    ['an unknown goal', ['shop.scenario.yaml'], DECLARED.replace('executedUnderApproval', 'executedUnderAproval')],
    ['an unknown model', ['shop.scenario.yaml'], DECLARED.replace('monitor:gateway', 'monitor:gatway')],
  ])('exits with 2 for %s', async (_, args, text) => {
    const { run } = inFolder(text);
    const { code, out, err } = await run([bindings], 'bindings', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatchSnapshot();
  });
});
