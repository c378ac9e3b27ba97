import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { loadScenarioFile } from './load-scenario.ts';
import { renderTrio, runTrio } from './run-trio.ts';
import { memoryHost } from './testing/memory-host.ts';

const [MODULE, CONFIG] = ['tla', 'cfg'].map((kind) => readFileSync(`scenarios/models/NodesPipeline.${kind}`, 'utf8'));

const REPLAY = `trio: nodes-run/approval-replay
claim: An approval for one request never authorises another.
model: { spec: NodesPipeline.tla }
attack:
  steps: [{ RequestApproval: { rid: r1 } }, HumanApprove, { AttackerSend: { t: nodes.run, rid: r2 } }, AgentStep]
control:
  steps: [{ RequestApproval: { rid: r1 } }, HumanApprove, { AttackerSend: { t: nodes.run, rid: r1 } }, AgentStep]
  reaches: Len(executed) = 1
negative-control: { weaken: ApprovalOk/2/2 }
`;

/** The trio on the shipped module, in which `written` stands as `changed`. */
async function run(trio: string, written = '', changed = ''): Promise<string> {
  if (!MODULE!.includes(written)) throw new Error(`the module has no ${written}`);
  const texts = { 'NodesPipeline.tla': MODULE!.replace(written, changed), 'NodesPipeline.cfg': CONFIG! };
  const file = loadScenarioFile(sourceText('replay.scenario.yaml', trio));
  if (!file.ok) return file.errors.map(formatDiagnostic).join('\n\n');
  return renderTrio(unwrap(await runTrio(file.value.trios[0]!, memoryHost({ texts }))));
}

it('tells what let the attack through where the guard is weakened in an IF, and nothing where both legs chose alike', async () => {
  const weakened = await run(
    REPLAY,
    '/\\ approvedRid = request.rid\n\nMayExecute',
    '/\\ approvedRid \\in RequestIds\n\nMayExecute',
  );
  expect(weakened).not.toContain('choose otherwise');
  expect(weakened).toMatchInlineSnapshot(`
    "FAILED nodes-run/approval-replay: An approval for one request never authorises another.
      the attack succeeds: Inv_SharedNodesRunSafe is violated at step 4 [trio/attack-succeeds]

    Inv_SharedNodesRunSafe (APPLICABLE_FAIL)
    Steps of the attack:
      1. RequestApproval(rid: r1)
           approvalState: none becomes pending
      2. HumanApprove
           approvalState: pending becomes approved
      3. AttackerSend(rid: r2, t: nodes.run)
           inbox: appends [rid |-> r2, tool |-> nodes.run]
      4. AgentStep - forbidden state reached
           inbox: takes [rid |-> r2, tool |-> nodes.run] from the front
           executed: appends [approved |-> FALSE, rid |-> r2, tool |-> nodes.run]
           chosen by: MayExecute(request) /\\ Len(executed) < MaxExecLen is true
           because policyOk is true
           and nodesOk is true
           and approvalState = "approved" is true: approvalState = approved
           and approvedRid \\in RequestIds is true: approvedRid = r1, RequestIds = {r1, r2}
           and 1 more
    What is false:
      executed[i].approved is false, with i = 1
    Guards:
      ApprovalOk/2/2 did not refuse
    Where attack and control part:
      the attack, step 3: AttackerSend(rid: r2, t: nodes.run), taken
      the control, step 3: AttackerSend(rid: r1, t: nodes.run), taken
    see replay.scenario.yaml:4:1"
  `);
});

it('tells which condition chose otherwise in the control, and why the negative control does not bite', async () => {
  expect(await run(REPLAY.replace('ApprovalOk/2/2', 'ApprovalOk/2/1'))).toMatchInlineSnapshot(`
    "FAILED nodes-run/approval-replay: An approval for one request never authorises another.
      negative control: without ApprovalOk/2/1 the attack still does not reach a forbidden state, so the trio does not show that this guard bites [trio/guard-does-not-bite]

    Steps of the negative control:
      1. RequestApproval(rid: r1)
           approvalState: none becomes pending
      2. HumanApprove
           approvalState: pending becomes approved
      3. AttackerSend(rid: r2, t: nodes.run)
           inbox: appends [rid |-> r2, tool |-> nodes.run]
      4. AgentStep
           inbox: takes [rid |-> r2, tool |-> nodes.run] from the front
           chosen by: MayExecute(request) /\\ Len(executed) < MaxExecLen is false
           because approvedRid = request.rid is false: approvedRid = r1, request.rid = r2
    Guards:
      ApprovalOk/2/1 was removed from the model in this leg
    Where attack and control part:
      the attack, step 3: AttackerSend(rid: r2, t: nodes.run), taken
      the control, step 3: AttackerSend(rid: r1, t: nodes.run), taken
      first condition to choose otherwise, in step 4 of the attack: MayExecute(request) /\\ Len(executed) < MaxExecLen is false
        because approvedRid = request.rid is false: approvedRid = r1, request.rid = r2
      in step 4 of the control it is true
    Integrity:
      the negative control is the attack without ApprovalOk/2/1, and nothing else differs
    see replay.scenario.yaml:9:1"
  `);
});

it('tells why a control does not reach its goal', async () => {
  const stuck = await run(
    REPLAY.replace(
      'HumanApprove, { AttackerSend: { t: nodes.run, rid: r1 }',
      '{ AttackerSend: { t: nodes.run, rid: r1 }',
    ),
  );
  expect(stuck).toMatchInlineSnapshot(`
    "FAILED nodes-run/approval-replay: An approval for one request never authorises another.
      the control never reaches Len(executed) = 1 [trio/goal-not-reached]

    Steps of the control:
      1. RequestApproval(rid: r1)
           approvalState: none becomes pending
      2. AttackerSend(rid: r1, t: nodes.run)
           inbox: appends [rid |-> r1, tool |-> nodes.run]
      3. AgentStep
           inbox: takes [rid |-> r1, tool |-> nodes.run] from the front
           chosen by: MayExecute(request) /\\ Len(executed) < MaxExecLen is false
           because approvalState = "approved" is false: approvalState = pending
    Where attack and control part:
      the attack, step 2: HumanApprove, taken
      the control, step 2: AttackerSend(rid: r1, t: nodes.run), taken
    see replay.scenario.yaml:8:12"
  `);
});

it('tells nothing of choices where the trio is proved', async () => {
  const proved = await run(REPLAY);
  expect(proved).toMatch(/^PROVED/);
  expect(proved).not.toMatch(/chosen by|choose otherwise/);
});
