import { describe, expect, it } from 'vitest';
import { guards } from './guards.ts';
import { runLine } from './testing/run.ts';

describe('tracefold guards', () => {
  it('lists the guard parts of a TLA+ module with their places', async () => {
    const { code, out } = await runLine(guards, ['scenarios/models/NodesPipeline.tla']);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => /^(ApprovalOk|MayExecute)/.test(line))).toMatchInlineSnapshot(`
      [
        "MayExecute               operator    LET onNode == request.tool = NodesRunTool policyOk == AllowedByPolicy(request.tool) nodesOk == onNode => NodeCommandAllowlisted /\\ NodeCommandDeclared approvalOk == onNode => ApprovalOk(request) IN policyOk /\\ nodesOk /\\ approvalOk  scenarios/models/NodesPipeline.tla:55:3",
        "MayExecute/1             atom        policyOk  scenarios/models/NodesPipeline.tla:59:9",
        "MayExecute/policyOk      definition  AllowedByPolicy(request.tool)  scenarios/models/NodesPipeline.tla:56:19",
        "MayExecute/2             atom        nodesOk  scenarios/models/NodesPipeline.tla:60:9",
        "MayExecute/nodesOk       definition  onNode => NodeCommandAllowlisted /\\ NodeCommandDeclared  scenarios/models/NodesPipeline.tla:57:18",
        "MayExecute/nodesOk/1     atom        onNode  scenarios/models/NodesPipeline.tla:57:18",
        "MayExecute/onNode        definition  request.tool = NodesRunTool  scenarios/models/NodesPipeline.tla:55:17",
        "MayExecute/nodesOk/2/1   atom        NodeCommandAllowlisted  scenarios/models/NodesPipeline.tla:57:29",
        "MayExecute/nodesOk/2/2   atom        NodeCommandDeclared  scenarios/models/NodesPipeline.tla:57:55",
        "MayExecute/3             atom        approvalOk  scenarios/models/NodesPipeline.tla:61:9",
        "MayExecute/approvalOk    definition  onNode => ApprovalOk(request)  scenarios/models/NodesPipeline.tla:58:21",
        "MayExecute/approvalOk/1  atom        onNode  scenarios/models/NodesPipeline.tla:58:21",
        "MayExecute/approvalOk/2  atom        ApprovalOk(request)  scenarios/models/NodesPipeline.tla:58:31",
        "ApprovalOk               operator    ApprovalRequired => approvalState = "approved" /\\ approvedRid = request.rid  scenarios/models/NodesPipeline.tla:51:3",
        "ApprovalOk/1             atom        ApprovalRequired  scenarios/models/NodesPipeline.tla:51:3",
        "ApprovalOk/2/1           atom        approvalState = "approved"  scenarios/models/NodesPipeline.tla:51:26",
        "ApprovalOk/2/2           atom        approvedRid = request.rid  scenarios/models/NodesPipeline.tla:52:26",
      ]
    `);
  });

  it('lists those of a monitor that ships, as JSON where that is asked for', async () => {
    const plain = await runLine(guards, ['monitor:nodes-pipeline']);
    const { code, out } = await runLine(guards, ['monitor:nodes-pipeline', '--json']);
    const list = JSON.parse(out) as { path: string; kind: string; text: string }[];
    expect(code).toBe(0);
    expect(list.map(({ path }) => path)).toEqual(plain.out.split('\n').map((line) => line.split(' ', 1)[0]));
    expect(list).toContainEqual({ path: 'Execute/approvalMatches', kind: 'conjunct', text: 'approvalMatches' });
  });

  it.each([
    ['no model', []],
    ['two models', ['a.tla', 'b.tla']],
    ['a missing module', ['scenarios/models/NodesPipelin.tla']],
    ['an unknown monitor', ['monitor:nodes-pipelin']],
    ['a constant without a value', ['scenarios/models/NodesPipeline.tla', '--constant', 'MaxExecLen']],
    ['a constant that is no YAML', ['scenarios/models/NodesPipeline.tla', '--constant', 'MaxExecLen=[1']],
    ['an unknown constant', ['scenarios/models/NodesPipeline.tla', '--constant', 'MaxExcLen=1']],
    ['a path that leaves the folder', ['../outside/Other.tla']],
  ])('exits with 2 for %s', async (_name, args) => {
    const { code, out, err } = await runLine(guards, args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatchSnapshot();
  });
});
