import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../diagnostics/format.ts';
import { sourceText } from '../diagnostics/source-text.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { renderHtml } from '../evidence/render/html/report.ts';
import { renderMermaid } from '../evidence/render/mermaid.ts';
import { renderSarif } from '../evidence/render/sarif.ts';
import { viewOf } from '../evidence/render/view.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { scenarioJsonSchema } from './json-schema.ts';
import { loadScenarioFile } from './load-scenario.ts';
import { renderErrors, renderTrio, runTrio } from './run-trio.ts';
import { gateModel } from './testing/gate-model.ts';
import { memoryHost } from './testing/memory-host.ts';
import { type PayAgentFaults, payAgent } from './testing/pay-agent.ts';

const jsonl = (...events: object[]): string =>
  [
    {
      tracefold: 1,
      source: 'pay',
      observes: ['approval.requested', 'approval.decided', 'exec.started', 'context.added'],
    },
    ...events.map((event, index) => ({ seq: index + 1, ...event })),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

const SAY = { kind: 'context.added', item: 'm1', origin: 'user', trust: 'trusted', text: 'Pay.' };
const ASK = { kind: 'approval.requested', approval: 'a1', tool: 'pay', args: {} };
const YES = {
  ...{ kind: 'approval.decided', approval: 'a1', decision: 'approve' },
  ...{ scope: 'once', by: 'clerk', authenticity: 'server' },
};
const PAY = { kind: 'exec.started', exec: 'e1', tool: 'pay', args: {} };

const RECORDINGS = {
  'scenarios/refused.jsonl': jsonl(SAY),
  'scenarios/paid.jsonl': jsonl(ASK, YES, SAY, PAY),
  'scenarios/weakened.jsonl': jsonl(SAY, PAY),
  'scenarios/other-words.jsonl': jsonl({ ...SAY, text: 'Pay twice.' }, PAY),
};

const STIMULUS = '{ kind: context.added, item: m1, origin: user, trust: trusted, text: Pay. }';
const APPROVAL =
  '{ kind: approval.decided, approval: a1, decision: approve, scope: once, by: clerk, authenticity: server }';
const TRIO = `trio: pay/unapproved
claim: Nobody pays without an approval.
model: { spec: gate.ts }
attack:
  steps: [{ pay: { call: c1 } }]
  trace: refused.jsonl
  agent: payer
  stimuli: [${STIMULUS}]
control:
  steps: [ask, approve, { pay: { call: c1 } }]
  trace: paid.jsonl
  agent: payer
  stimuli: [${APPROVAL}, ${STIMULUS}]
  reaches: paid
negative-control:
  weaken: pay/allowed
  trace: weakened.jsonl
`;

async function run(text: string, faults: PayAgentFaults = {}) {
  const file = loadScenarioFile(sourceText('scenarios/gate.scenario.yaml', text));
  if (!file.ok) throw new Error(file.errors.map(formatDiagnostic).join('\n'));
  const host = memoryHost({
    modules: { 'scenarios/gate.ts': gateModel },
    texts: RECORDINGS,
    agents: { payer: { run: payAgent(faults) } },
  });
  const result = await runTrio(file.value.trios[0]!, host);
  if (!result.ok) throw new Error(renderErrors(result.errors));
  return result.value;
}

const problems = async (text: string, faults: PayAgentFaults = {}) => {
  const result = await run(text, faults);
  return [result.outcome, ...viewOf(result.evidence()[0]!).problems];
};

describe('a trio on a model, a recording and a live agent', () => {
  it('is proved if each of them does what every leg needs', async () => {
    const result = await run(TRIO);
    expect(renderTrio(result)).toMatchInlineSnapshot(`
      "PROVED pay/unapproved: Nobody pays without an approval.
        the attack (model) reached no forbidden state: pay/allowed stopped it at step 1
        the attack (recording) reached no forbidden state
        the attack (live agent) reached no forbidden state
        the control (model) reached no forbidden state and reached its goal
        the control (recording) reached no forbidden state and reached its goal
        the control (live agent) reached no forbidden state and reached its goal
        the negative control (model) reached a forbidden state: PaymentsApproved at step 1
        the negative control (recording) reached a forbidden state: PaymentsApproved at event 2
        the negative control (live agent) reached a forbidden state: PaymentsApproved at event 3
        the negative control is the attack without pay/allowed, and nothing else differs; the guard bites at step 1, pay; the recording and the live agent went without it and was given the same
      see scenarios/gate.scenario.yaml:1:7"
    `);
    expect(result.legs.map(({ leg, source }) => `${leg} ${source}`)).toEqual(
      ['attack', 'control', 'negative-control'].flatMap((leg) =>
        ['steps', 'trace', 'agent'].map((source) => `${leg} ${source}`),
      ),
    );
  });

  it('tells in one line who violates what, where, and which guard of the model would have refused', async () => {
    expect(renderTrio(await run(TRIO, { noGuard: true }))).toMatchInlineSnapshot(`
      "FAILED pay/unapproved: Nobody pays without an approval.
        attack: PaymentsApproved: the model keeps it (pay/allowed refuses step 1), the recording keeps it, the live agent violates it (event 3, exec.started pay) [trio/disagreement]
        the attack succeeds on the live agent: PaymentsApproved is violated at event 3 (step 1) [trio/attack-succeeds]

      PaymentsApproved (APPLICABLE_FAIL)
      Steps of the attack (live agent) (the shortest run found, of 5 events):
        1. pay(call: call:1) (event 3) - forbidden state reached
             pay/allowed was seen to be true
             paid: 0 becomes 1
             unapproved: 0 becomes 1
      What is false:
        PaymentsApproved with unapproved = 1
      Guards:
        pay/allowed was seen to be true at event 3; by the model's own definition it is false
      Where attack and control part:
        the attack, step 1: pay(call: c1), stopped by a guard
        the control, step 1: ask, taken
        first guard to stop the attack: pay/allowed is false with call = c1
          because approvalOk() is false
      see scenarios/gate.scenario.yaml:4:1
      see scenarios/gate.scenario.yaml:7:10"
    `);
  });

  it('tells of a live agent that does no work', async () => {
    expect(await problems(TRIO, { lazy: true })).toMatchInlineSnapshot(`
      [
        "failed",
        "control: the goal paid: the model reaches it (step 3), the recording reaches it (step 3), the live agent never reaches it [trio/disagreement]",
        "negative control: PaymentsApproved: the model violates it (step 1, pay), the recording violates it (event 2, exec.started pay), the live agent keeps it [trio/disagreement]",
        "the control never reaches paid on the live agent [trio/goal-not-reached]",
        "negative control: without pay/allowed the attack still does not reach a forbidden state on the live agent, so the trio does not show that this guard bites [trio/guard-does-not-bite]",
      ]
    `);
  });

  it('tells of a live agent that keeps a guard which it was told to switch off', async () => {
    expect(await problems(TRIO, { stubborn: true })).toMatchInlineSnapshot(`
      [
        "failed",
        "negative control: PaymentsApproved: the model violates it (step 1, pay), the recording violates it (event 2, exec.started pay), the live agent keeps it [trio/disagreement]",
        "negative control: without pay/allowed the attack still does not reach a forbidden state on the live agent, so the trio does not show that this guard bites [trio/guard-does-not-bite]",
      ]
    `);
  });

  it('tells of a recording that parts from the others', async () => {
    expect(await problems(TRIO.replace('trace: refused.jsonl', 'trace: weakened.jsonl'))).toMatchInlineSnapshot(`
      [
        "failed",
        "attack: PaymentsApproved: the model keeps it (pay/allowed refuses step 1), the recording violates it (event 2, exec.started pay), the live agent keeps it [trio/disagreement]",
        "the attack succeeds on the recording: PaymentsApproved is violated at event 2 (step 1) [trio/attack-succeeds]",
      ]
    `);
  });

  it('takes what cannot be decided for unknown, and not for a disagreement', async () => {
    expect(await problems(TRIO, { blind: true })).toMatchInlineSnapshot(`
      [
        "unknown",
        "attack: the trace's recorder does not observe approval.requested, approval.decided, which PaymentsApproved needs (the live agent) [trio/unknown]",
        "control: the trace's recorder does not observe approval.requested, approval.decided, which PaymentsApproved needs (the live agent) [trio/unknown]",
        "negative control: the trace's recorder does not observe approval.requested, approval.decided, which PaymentsApproved needs (the live agent) [trio/unknown]",
      ]
    `);
  });

  it('names the guard of the model that speaks against it where no leg has steps', async () => {
    const live = TRIO.replaceAll(/ {2}steps: .*\n/g, '');
    expect(await problems(live, { noGuard: true })).toMatchInlineSnapshot(`
      [
        "failed",
        "attack: PaymentsApproved: the recording keeps it, the live agent violates it (event 3, exec.started pay, against pay/allowed) [trio/disagreement]",
        "the attack succeeds on the live agent: PaymentsApproved is violated at event 3 (step 1) [trio/attack-succeeds]",
      ]
    `);
  });

  it('asks for a recording of the weakened system where the recording is of one that refused', async () => {
    expect(await problems(TRIO.replace('  trace: weakened.jsonl\n', ''))).toMatchInlineSnapshot(`
      [
        "failed",
        "negative control: PaymentsApproved: the model violates it (step 1, pay), the recording keeps it, the live agent violates it (event 3, exec.started pay) [trio/disagreement]",
        "negative control: without pay/allowed the attack still does not reach a forbidden state on the recording, so the trio does not show that this guard bites; record the system without it, and name the file as "trace" beside "weaken" [trio/guard-does-not-bite]",
      ]
    `);
  });

  it.each([
    ['a recording', TRIO.replace('weakened.jsonl', 'other-words.jsonl'), {}],
    ['a live agent', TRIO, { otherWords: true }],
  ])('fails if %s of the weakened system was given something else than the attack', async (_name, text, faults) => {
    expect(await problems(text, faults)).toMatchSnapshot();
  });

  it('compares in the negative control only what must be violated, where the trio says so', async () => {
    expect(await problems(`${TRIO}  violates: PaymentsApproved\n`)).toEqual(['proved']);
  });

  it('is told leg by leg and source by source in every report', async () => {
    const records = (await run(TRIO, { noGuard: true })).evidence();
    const html = renderHtml(records);
    for (const source of ['model', 'recording', 'live agent']) expect(html).toContain(`Negative control (${source})`);
    // Where attack and control part is marked in one pair of runs, the first.
    const data = JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '[]');
    const marked = data.trios[0].body.legs.filter((leg: { part: number | null }) => leg.part !== null);
    const text = (name: string): string => (name.startsWith('~') ? data.texts[Number(name.slice(1))] : name);
    expect(marked.map((leg: { name: string }) => text(leg.name))).toEqual(['Attack (model)', 'Control (model)']);
    const { results } = JSON.parse(renderSarif(records, { version: '0.0.0' })).runs[0];
    expect(results).toHaveLength(1);
    expect(results[0].locations[0].physicalLocation.region.startLine).toBe(7);
    expect(renderMermaid(records[0]!)).toContain('forbidden state reached');
  });

  it('has a fingerprint of its own for each source that fails', async () => {
    const both = TRIO.replace('trace: refused.jsonl', 'trace: weakened.jsonl');
    const { results } = JSON.parse(renderSarif((await run(both, { noGuard: true })).evidence(), { version: '0.0.0' }))
      .runs[0];
    const prints = results.map((one: { partialFingerprints: object }) => JSON.stringify(one.partialFingerprints));
    expect(new Set(prints).size).toBe(2);
  });

  it('may be a recording alone, with one of the weakened system', async () => {
    const recorded = TRIO.replaceAll(/ {2}(?:steps|agent|stimuli): .*\n/g, '');
    const result = await run(recorded);
    expect([result.outcome, result.legs.map(({ source }) => source)]).toEqual(['proved', ['trace', 'trace', 'trace']]);
    expect(await problems(recorded.replace('weakened.jsonl', 'refused.jsonl'))).toEqual([
      'failed',
      'negative control: without pay/allowed the attack still does not reach a forbidden state, so the trio does not show that this guard bites [trio/guard-does-not-bite]',
    ]);
  });

  it('has a schema that editors check it by', () => {
    const validate = new Ajv2020({ strict: false }).compile(scenarioJsonSchema());
    const [document] = unwrap(parseYaml(sourceText('a.yaml', TRIO)));
    const json = document!.value as { attack: { agent?: string } };
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true);
    const { agent: _agent, ...without } = json.attack;
    expect(validate({ ...json, attack: without })).toBe(false);
    expect(validate.errors).toContainEqual(
      expect.objectContaining({ keyword: 'dependentRequired', instancePath: '/attack' }),
    );
  });

  it('comes to the same evidence twice, byte for byte', async () => {
    const [one, two] = [await run(TRIO, { noGuard: true }), await run(TRIO, { noGuard: true })];
    expect(JSON.stringify(two.evidence())).toBe(JSON.stringify(one.evidence()));
  });
});
