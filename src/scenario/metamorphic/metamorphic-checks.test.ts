import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { defineModel } from '../../model/define-model.ts';
import { anything } from '../../model/model-definition.ts';
import { loadScenarioFile } from '../load-scenario.ts';
import { memoryHost } from '../testing/memory-host.ts';
import { metamorphicChecks } from './metamorphic-checks.ts';

/** Judges what a careful model judges: each execution once, by its id. */
const careful = model('careful', (runs, exec) => (runs.includes(exec) ? runs : [...runs, exec]));
/** Counts reports, so an upload that is repeated looks like a second execution. */
const careless = model('careless', (runs, exec) => [...runs, exec]);

function model(name: string, add: (runs: readonly string[], exec: string) => readonly string[]) {
  return defineModel({
    name,
    initial: () => ({ runs: [] as readonly string[] }),
    actions: {
      run: {
        parameters: { exec: anything<string>() },
        next: ({ state, args }) => ({ runs: add(state.runs, args.exec) }),
      },
    },
    invariants: {
      AtMostTwo: { when: ({ state }) => state.runs.length > 0, holds: ({ state }) => state.runs.length <= 2 },
    },
    goals: { ran: ({ state }) => state.runs.length > 0 },
    on: { 'exec.started': (event) => ({ action: 'run', args: { exec: event.exec } }) },
  });
}

const host = memoryHost({ modules: { 'careful.ts': careful, 'careless.ts': careless } });
const run = (exec: string) => `{ kind: exec.started, exec: ${exec}, tool: pay, args: {} }`;
const trio = (spec: string) => `trio: pay/${spec}
claim: Two are enough.
model: { spec: ${spec}.ts }
attack: { events: [${run('e1')}, ${run('e2')}] }
control: { events: [${run('e1')}], reaches: ran }
negative-control: { edit: [{ insert: ${run('e3')}, after: 2 }] }
`;

async function check(text: string) {
  const { trios } = unwrap(loadScenarioFile(sourceText('x.scenario.yaml', text)));
  return unwrap(await metamorphicChecks(trios, host));
}

describe('metamorphic checks', () => {
  it('pass for a model that judges each execution once', async () => {
    expect(await check(trio('careful'))).toEqual({ checks: 5, skipped: [], failures: [] });
  });

  it('go by the recording of a trio that has steps and a live agent beside it', async () => {
    const several = trio('careful')
      .replace('attack: {', 'attack: { agent: nobody, steps: [{ run: { exec: e1 } }],')
      .replace(
        'control: {',
        'control: { agent: nobody, stimuli: [{ kind: session.linked, from: a, to: b }], steps: [{ run: { exec: e2 } }],',
      )
      .replace(/negative-control: .*/, `negative-control: { weaken: none, events: [${['e1', 'e2', 'e3'].map(run)}] }`);
    expect(await check(several)).toEqual({ checks: 5, skipped: [], failures: [] });
  });

  it('fail for one that counts reports, and name the transformation and the leg', async () => {
    const { failures } = await check(trio('careless'));
    expect(failures.map(formatDiagnostic).join('\n')).toMatchInlineSnapshot(`
      "x.scenario.yaml:4:1: what the attack of pay/careless comes to changes if every event is recorded twice [metamorphic/duplicated-upload]
       4 | attack: { events: [{ kind: exec.started, exec: e1, tool: pay, args: {} }, { kind: exec.started, exec: e2, tool: pay, args: {} }] }
         | ^^^^^^"
    `);
  });

  it('tell which trios they do not apply to', async () => {
    const steps = trio('careful')
      .replace(/events: \[[^\]]*\]/, 'steps: [{ run: { exec: e1 } }, { run: { exec: e2 } }]')
      .replace(/insert: .*, after/, 'insert: { run: { exec: e3 } }, after');
    expect(await check(steps)).toEqual({ checks: 0, skipped: ['pay/careful'], failures: [] });
  });
});
