import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { type SynthesisOptions, synthesize } from '../../explore/synthesis/synthesize.ts';
import { smallModel } from '../../explore/testing/small-model.ts';
import type { MachineModel } from '../../model/machine-model.ts';
import { fileHost } from '../file-host.ts';
import { loadScenarioFile } from '../load-scenario.ts';
import { readMutationFile } from '../mutation/mutation-file.ts';
import { resolveModel } from '../resolve-model.ts';
import { renderTrio, runTrio } from '../run-trio.ts';
import type { ModelRef } from '../trio.ts';
import { renderTrioYaml, slug } from './render-trio-yaml.ts';

const host = fileHost({ root: '.' });
const at = { file: 'x', start: { line: 1, column: 1 } };

async function modelOf(spec: string, constants: ModelRef['constants'] = {}) {
  const tla = spec.endsWith('.tla');
  const ref: ModelRef = {
    spec,
    config: tla ? spec.replace(/tla$/, 'cfg') : null,
    mapping: null,
    constants,
    configAt: at,
    mappingAt: at,
    constantsAt: at,
    predicates: null,
    at,
  };
  return unwrap(await resolveModel(ref, host)).model as MachineModel;
}

const SHIPPED = 'scenarios/models/NodesPipeline.tla';
const ONE_TOOL = { Tools: ['nodes.run'], PolicyAllowShared: ['nodes.run'], PolicyAllowMain: ['nodes.run'] };

/** Runs every trio as it is written. */
async function outcomes(yaml: readonly string[]): Promise<readonly string[]> {
  const results: string[] = [];
  for (const text of yaml) {
    for (const trio of unwrap(loadScenarioFile(sourceText('scenarios/synth/x.scenario.yaml', text))).trios) {
      const result = unwrap(await runTrio(trio, host));
      results.push(result.outcome === 'proved' ? 'proved' : `${text}\n${renderTrio(result)}`);
    }
  }
  return results;
}

describe('a synthesised trio', () => {
  it('reads as a person would have written it', async () => {
    const made = unwrap(synthesize(await modelOf(SHIPPED), { guards: ['ApprovalOk/2/2'] }));
    const [one] = made;
    expect(
      one?.kind === 'trio' && renderTrioYaml(one.trio, { spec: '../models/NodesPipeline.tla', group: 'nodes-run' }),
    ).toMatchInlineSnapshot(`
      "trio: nodes-run/approval-ok-2-2
      claim: "ApprovalOk/2/2, approvedRid = request.rid, is what keeps Inv_SharedNodesRunSafe."
      model: { spec: ../models/NodesPipeline.tla }
      forbidden: Inv_SharedNodesRunSafe
      attack:
        steps:
          - AttackerSend: { t: nodes.run, rid: r1 }
          - RequestApproval: { rid: r2 }
          - HumanApprove
          - AgentStep
      control:
        steps:
          - AttackerSend: { t: nodes.run, rid: r1 }
          - RequestApproval: { rid: r1 }
          - HumanApprove
          - AgentStep
        reaches: Len(executed) = 1
      negative-control: { weaken: ApprovalOk/2/2 }
      "
    `);
  });

  it('passes as it stands, for every guard of the harness that alone stops an attack', async () => {
    const made = unwrap(synthesize(await modelOf(SHIPPED, ONE_TOOL)));
    const naming = { spec: '../models/NodesPipeline.tla', constants: ONE_TOOL, group: 'x' };
    const yaml = made.flatMap((one) => (one.kind === 'trio' ? [renderTrioYaml(one.trio, naming)] : []));
    expect(yaml.length).toBeGreaterThan(8);
    expect(await outcomes(yaml)).toEqual(yaml.map(() => 'proved'));
  }, 60_000);

  it('passes as it stands, for the guards of the monitor', async () => {
    const file = 'scenarios/models/nodes-pipeline-monitor.mutation.yaml';
    const { values, maxDepth } = unwrap(readMutationFile(sourceText(file, readFileSync(file, 'utf8'))));
    const made = unwrap(synthesize(await modelOf('monitor:nodes-pipeline'), { values: values!, maxDepth: maxDepth! }));
    const yaml = made.flatMap((one) =>
      one.kind === 'trio' ? [renderTrioYaml(one.trio, { spec: 'monitor:nodes-pipeline', group: 'm' })] : [],
    );
    expect(yaml.length).toBeGreaterThan(3);
    expect(await outcomes(yaml)).toEqual(yaml.map(() => 'proved'));
  }, 60_000);

  it('is no longer than the shipped ones that weaken the same guard of the same model', async () => {
    const file = 'scenarios/nodes-run/harness.scenario.yaml';
    const written = unwrap(loadScenarioFile(sourceText(file, readFileSync(file, 'utf8')))).trios;
    let compared = 0;
    for (const trio of written) {
      const { negativeControl, attack, models } = trio;
      if (negativeControl.kind !== 'weaken' || attack.sources[0].kind !== 'steps') continue;
      const [ref] = models;
      const model = unwrap(await resolveModel(ref!, host)).model as MachineModel;
      const [one] = unwrap(synthesize(model, { guards: [negativeControl.guard.name] }));
      const found = one?.kind === 'trio' ? one.trio.attack : one?.kind === 'no-control' ? one.attack.steps : null;
      expect(found, trio.id).not.toBeNull();
      expect(found!.length, trio.id).toBeLessThanOrEqual(attack.sources[0].steps.length);
      compared++;
    }
    expect(compared).toBeGreaterThan(8);
  }, 120_000);

  it('has a name and a file name without slashes or capitals', () => {
    expect(['MayExecute/approvalOk', 'Next/2/1/if', 'A/b#2'].map(slug)).toEqual([
      'may-execute-approval-ok',
      'next-2-1-if',
      'a-b-2',
    ]);
  });
});

const BODY = `VARIABLES door, inside
Init == door = "shut" /\\ inside = "nobody"
Ring == door = "shut" /\\ door' = "open" /\\ UNCHANGED inside
Enter(w) == door = "open" /\\ w # "thief" /\\ TRUE = TRUE /\\ inside' = w /\\ UNCHANGED door
Next == Ring \\/ \\E w \\in {"owner", "thief"} : Enter(w)
Safe == inside # "thief"`;

describe('what cannot be synthesised', () => {
  const tell = (options: SynthesisOptions): string => {
    const made = synthesize(smallModel(BODY, 'INIT Init\nNEXT Next\nINVARIANT Safe'), options);
    return made.ok
      ? made.value
          .map((one) =>
            one.kind === 'trio'
              ? one.trio.goal
              : one.kind === 'no-control'
                ? one.error.code
                : one.reach.kind === 'same'
                  ? one.reach.why
                  : one.reach.kind,
          )
          .join()
      : made.errors.map(formatDiagnostic).join('\n');
  };

  it('is a trio for a guard that does not exist', () => {
    expect(tell({ guards: ['Enter/22'] })).toMatchInlineSnapshot(`
      "unknown guard "Enter/22" [tla/unknown-guard]
        hint: did you mean "Enter/2"?"
    `);
  });

  it('is an attack that a constant guard stops', () => {
    expect(tell({ guards: ['Enter/3'] })).toBe('constant');
  });

  it('is a control for a goal that nothing leads to, even without guards', () => {
    expect(tell({ guards: ['Enter/2'], goal: 'inside = "cat"' })).toMatchInlineSnapshot(`
      "the goal inside = "cat" cannot be reached, even without any guard [synth/goal-unreachable]
        hint: look at the configuration, or name another goal"
    `);
  });

  it('is a control for a goal that only the attack reaches', () => {
    expect(tell({ guards: ['Enter/2'], goal: 'inside = "thief"' })).toMatchInlineSnapshot(`
      "no legitimate way leads to inside = "thief": only without guards can it be reached [synth/goal-refused]
        hint: the goal is the attack itself; name what legitimate work achieves"
    `);
  });

  it('is a control for a goal that holds from the start', () => {
    expect(tell({ guards: ['Enter/2'], goal: 'door = "shut"' })).toMatchInlineSnapshot(`
      "the goal door = "shut" holds before anything is done [synth/goal-already-reached]
        hint: name something that the legitimate work brings about"
    `);
  });

  it('is a trio on a step that leaves open where it leads', () => {
    const either = BODY.replace("inside' = w", 'inside\' \\in {w, "nobody"}');
    const made = unwrap(
      synthesize(smallModel(either, 'INIT Init\nNEXT Next\nINVARIANT Safe'), { guards: ['Enter/2'] }),
    );
    expect(
      made.map((one) => (one.kind === 'no-control' ? formatDiagnostic(one.error) : one.kind)),
    ).toMatchInlineSnapshot(`
      [
        "the step Enter: { w: "thief" } leaves open which state it leads to, so no trio on it could be judged [synth/open-step]
        hint: list values for its other parameters too",
      ]
    `);
  });

  it('is a goal that does not parse', () => {
    expect(tell({ guards: ['Enter/2'], goal: 'insde = "owner"' })).toMatchInlineSnapshot(`
      "expression:1:1: unknown operator "insde" [tla/unknown-name]
       1 | insde = "owner"
         | ^^^^^
        hint: did you mean "inside"?"
    `);
  });
});
