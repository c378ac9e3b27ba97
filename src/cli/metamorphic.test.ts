import { describe, expect, it } from 'vitest';
import { metamorphic } from './metamorphic.ts';
import { inDoorFolder } from './testing/door.ts';

const { run } = inDoorFolder(metamorphic);

const pay = (model: string, attack: string, more = ''): string => `trio: pay/asked
claim: What was not approved is not paid.
model: { spec: ${model} }
attack:
  events: [${attack}]
control:
  events: [{ kind: call.proposed, call: c1, tool: pay, args: {} }]
negative-control:
  edit: [{ insert: { kind: exec.started, exec: e1, call: c1, tool: pay, args: {} }, after: 3 }]
${more}`;
const ASKED =
  '{ kind: policy.declared, id: ask, effect: require_approval, tools: [pay] }, { kind: call.proposed, call: c1, tool: pay, args: {} }, { kind: approval.requested, approval: a1, call: c1, tool: pay, args: {} }';

describe('tracefold metamorphic', () => {
  it('runs trios on events once more under every transformation', async () => {
    expect(
      await run(['pay.scenario.yaml'], { 'pay.scenario.yaml': pay('monitor:gateway', ASKED) }),
    ).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "5 checks, 0 changed verdicts, 0 trios that no transformation applies to",
      }
    `);
  });

  it('exits with 1 where a verdict changes, and tells which, by which transformation', async () => {
    // It remembers a single no, so that after a history of several it no longer knows whether this was denied.
    const forgetful = pay(
      'monitor:gateway, constants: { remembered: 1 }',
      `${ASKED}, { kind: exec.started, exec: e9, tool: read, args: {} }`,
    );
    expect(await run(['pay.scenario.yaml'], { 'pay.scenario.yaml': forgetful })).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "pay.scenario.yaml:4:1: what the attack of pay/asked comes to changes if a longer history comes before it [metamorphic/longer-history]
       4 | attack:
         | ^^^^^^

      5 checks, 1 changed verdict, 0 trios that no transformation applies to",
      }
    `);
  });

  it('exits with 2 where no transformation applies, as to trios on steps', async () => {
    expect(await run(['thief.scenario.yaml'])).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "",
        "out": "0 checks, 0 changed verdicts, 1 trio that no transformation applies to",
      }
    `);
  });

  it.each<[string, readonly string[], { readonly [path: string]: string }?]>([
    ['no files', []],
    ['a glob that matches nothing', ['doors/*.scenario.yaml']],
    ['a file that is no scenario file', ['Door.cfg']],
    ['a file that does not load', ['pay.scenario.yaml'], { 'pay.scenario.yaml': pay('monitor:gatway', ASKED) }],
  ])('exits with 2 for %s', async (_, args, files) => {
    const { code, out, err } = await run(args, files);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatchSnapshot();
  });
});
