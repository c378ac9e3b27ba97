import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { EventInput } from '../../trace/trace.ts';
import { fileHost } from '../file-host.ts';
import type { Agent } from '../host.ts';
import { loadScenarioFile } from '../load-scenario.ts';
import { renderTrio, runTrio } from '../run-trio.ts';
import { type Faults, gateway } from '../testing/node-gateway.ts';

const TRIO = `trio: nodes-run/live-replay
claim: The live gateway takes no approval of one request for one of another, as the model does not.
model: { spec: scenarios/models/NodesPipeline.tla }
attack:
  steps:
    - RequestApproval: { rid: r1 }
    - HumanApprove
    - AttackerSend: { t: nodes.run, rid: r2 }
    - AgentStep
  agent: gateway
  stimuli: steps
control:
  steps:
    - RequestApproval: { rid: r1 }
    - HumanApprove
    - AttackerSend: { t: nodes.run, rid: r1 }
    - AgentStep
  reaches: Len(executed) = 1
  agent: gateway
  stimuli: steps
negative-control: { weaken: ApprovalOk/2/2 }
`;

/** The gateway as it is registered: without the guard it takes any approval. */
const live =
  (faults: Faults): Agent =>
  ({ stimuli, weaken }) =>
    gateway(stimuli as unknown as readonly EventInput[], weaken === null ? faults : { ...faults, anyApproval: true });

async function run(faults: Faults, text = TRIO): Promise<string> {
  const loaded = loadScenarioFile(sourceText('live.scenario.yaml', text));
  if (!loaded.ok) return loaded.errors.map(formatDiagnostic).join('\n');
  const host = fileHost({ root: '.', agents: new Map([['gateway', { run: live(faults) }]]) });
  const result = await runTrio(unwrap(loaded).trios[0]!, host);
  if (!result.ok) return result.errors.map(formatDiagnostic).join('\n');
  if (result.value.outcome === 'proved') return 'proved';
  const { problems } = result.value;
  // The evidence tells it too.
  const told = renderTrio(result.value, { redaction: false });
  expect(told).toContain('the live agent parts from the model');
  return problems
    .map(({ code, leg, text: parts, at }) => {
      const words = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.value))).join('');
      return `${leg}, line ${at.start.line}: ${words} [${code}]`;
    })
    .join('\n');
}

describe('a leg whose stimuli are its steps', () => {
  it('is proved by a live system that does as the model does, with its guard and without', async () => {
    expect(await run({})).toBe('proved');
  });

  it.each<[string, Faults]>([
    ['takes any approval', { anyApproval: true }],
    ['never does its work', { idle: true }],
    ['runs twice', { twice: true }],
    ['does not show what it was given', { mute: true }],
  ])('fails on a live system that %s, at the first divergence, with both states', async (_, faults) => {
    expect(await run(faults)).toMatchSnapshot();
  });

  it('is refused without steps, on a mapping that reads one way only, and at a step that it cannot read', async () => {
    const none = TRIO.replace(/ {2}steps:\n(?: {4}.*\n){4}/, '').replace(/ {2}steps:\n(?: {4}.*\n){4}/, '');
    const steps = '[{ Execute: { tool: pay, call: c1 } }]';
    const code = `trio: code\nclaim: x\nmodel: { spec: monitor:gateway }\nattack: { steps: ${steps}, agent: gateway, stimuli: steps }
control: { steps: [{ Execute: { tool: pay } }], agent: gateway, stimuli: steps }\nnegative-control: { weaken: Execute/approvalGiven }\n`;
    const open = TRIO.replace('{ t: nodes.run, rid: r2 }', '{ t: nodes.run }');
    expect([await run({}, none), await run({}, code), await run({}, open)].join('\n')).toMatchInlineSnapshot(`
      "live.scenario.yaml:6:12: the stimuli are the steps of this leg, and it has none [scenario/leg-source]
       6 |   stimuli: steps
         |            ^^^^^
        expected "steps" beside it, or a list of events
      live.scenario.yaml:10:12: the stimuli are the steps of this leg, and it has none [scenario/leg-source]
       10 |   stimuli: steps
          |            ^^^^^
        expected "steps" beside it, or a list of events
      live.scenario.yaml:4:65: the mapping of gateway is code, which reads one way only [replay/code-mapping]
       4 | attack: { steps: [{ Execute: { tool: pay, call: c1 } }], agent: gateway, stimuli: steps }
         |                                                                 ^^^^^^^
        hint: give the events of the run as "stimuli", or write the mapping as YAML beside a TLA+ module
      live.scenario.yaml:10:10: step 3 (AttackerSend) cannot be read backwards: it leaves "rid" open, and every such call.proposed gives it a value [replay/not-readable]
       10 |   agent: gateway
          |          ^^^^^^^"
    `);
  });
});
