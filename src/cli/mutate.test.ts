import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutate } from './mutate.ts';
import { DOOR, inDoorFolder } from './testing/door.ts';
import { runLine } from './testing/run.ts';

const { run } = inDoorFolder(mutate);
const JUDGED = ['Door.tla', '--scenarios', '*.scenario.yaml'];

describe('tracefold mutate', () => {
  it('tells what every mutant came to, with what killed it or why it is none', async () => {
    expect(await run([...JUDGED, '--all'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "Killed:
        Ring/1 negated: rings < Most
          by the attack of door/thief (trio/attack-refused)
        Enter/1 negated: w \\in People
          by the attack of door/thief (trio/attack-refused)
        Enter/2 negated: open
          by the attack of door/thief (trio/attack-refused)
        Enter/3 removed: Known(w)
          by the attack of door/thief (trio/attack-succeeds)
        Enter/3 negated: Known(w)
          by the attack of door/thief (trio/attack-succeeds)
        Known removed: w /= "thief"
          by the attack of door/thief (trio/attack-succeeds)
        Known negated: w /= "thief"
          by the attack of door/thief (trio/attack-succeeds)

      Equivalent in this configuration:
        Ring/1 removed: rings < Most
          bound: it limits the model, not the system (500 states)
        Ring/1 looser by one: rings < Most
          bound: it limits the model, not the system (9 states)
        Ring/1 tighter by one: rings < Most
          bound: it limits the model, not the system (3 states)
        Enter/1 removed: w \\in People
          constant: it never has another value in this configuration (6 states)
        Enter/2 removed: open
          blind: the model does something else, but no invariant minds (8 states)

      Door (6 states, 1 trio): 12 mutants, 7 killed, 0 survive, 0 not judged, 5 equivalent, 0 waived
      guard score 100 %",
      }
    `);
  });

  it('shows the trio that is missing where a mutant survives, and exits with 1', async () => {
    expect((await run(['Door.tla', '--guard', 'Known', '--threshold', '100'])).code).toBe(1);
    expect(await run(['Door.tla', '--guard', 'Known'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "Survive, although a forbidden state is reachable (a trio is missing):
        Known removed: w /= "thief"
          Safe is violated in 2 steps:
            - Ring
            - Enter: { w: "thief" }
        Known negated: w /= "thief"
          Safe is violated in 2 steps:
            - Ring
            - Enter: { w: "thief" }

      Door (6 states, 0 trios): 2 mutants, 0 killed, 2 survive, 0 not judged, 0 equivalent, 0 waived
      guard score 0 %",
      }
    `);
  });

  it('never counts a search that was given up as a kill', async () => {
    expect(
      await run(['Door.tla', '--guard', 'Known', '--threshold', '1'], { 'Door.mutation.yaml': 'max-states: 2\n' }),
    ).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "Not judged:
        Known removed: w /= "thief"
          given up after 2 states
        Known negated: w /= "thief"
          given up after 2 states

      Door (2 states, 0 trios): 2 mutants, 0 killed, 0 survive, 2 not judged, 0 equivalent, 0 waived
      guard score 0 %",
      }
    `);
  });

  it('fails on a waiver whose guard has another text', async () => {
    const waiver = 'waivers:\n  - { guard: Known, text: w = "thief", reason: It was another guard. }\n';
    expect(await run(JUDGED, { 'Door.mutation.yaml': waiver })).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "the waiver of Known was written for "w = "thief"", and the guard now says "w /= "thief"" [mutation/waiver-expired]
        hint: look whether the reason still holds, then write the new text into the waiver

      Door (6 states, 1 trio): 12 mutants, 7 killed, 0 survive, 0 not judged, 5 equivalent, 0 waived
      guard score 100 %",
      }
    `);
  });

  it('refuses to judge by a trio that is red before any mutation', async () => {
    const red = { 'thief.scenario.yaml': DOOR['thief.scenario.yaml'].replace('inside = "owner"', 'inside = "cat"') };
    expect(await run(JUDGED, red)).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "thief.scenario.yaml:8:12: the trio door/thief is red before any mutation (trio/goal-not-reached), so it cannot judge mutants [mutation/trio-red]
       8 |   reaches: inside = "cat"
         |            ^^^^^^^^^^^^^^
        hint: make the trios green first",
        "out": "",
      }
    `);
  });

  it.each<[string, readonly string[], { readonly [path: string]: string }?]>([
    ['no model', []],
    ['two models', ['Door.tla', 'Window.tla']],
    ['a threshold that is no percentage', ['Door.tla', '--threshold', '101']],
    ['a guard that does not exist', ['Door.tla', '--guard', 'Knwon']],
    ['scenarios that do not exist', ['Door.tla', '--scenarios', 'doors/*.scenario.yaml']],
    ['scenarios about another model', ['monitor:gateway', '--scenarios', '*.scenario.yaml']],
    ['a mutation file that does not exist', ['Door.tla', '--mutation', 'door.yaml']],
    ['an unknown key in the mutation file', ['Door.tla'], { 'Door.mutation.yaml': 'max-state: 3\n' }],
    [
      'a model that is violated by itself',
      ['Door.tla', '--constant', 'Most=2'],
      { 'Door.tla': DOOR['Door.tla'].replace('w # "thief"', 'w # "cat"') },
    ],
  ])('exits with 2 for %s', async (_, args, files) => {
    const { code, out, err } = await run(args, files);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatchSnapshot();
  });
});

describe('docs/mutation.md', () => {
  const page = readFileSync('docs/mutation.md', 'utf8');
  const ours = ['--scenarios', 'scenarios/**/*.scenario.yaml'];
  const one = ['Tools', 'PolicyAllowShared', 'PolicyAllowMain'].flatMap((name) => [
    '--constant',
    `${name}=[nodes.run]`,
  ]);

  it.each<[string, readonly string[]]>([
    ['the harness with the shipped trios', ['scenarios/models/NodesPipeline.tla', ...ours]],
    [
      'the monitor with the shipped trios',
      ['monitor:nodes-pipeline', ...ours, '--mutation', 'scenarios/models/nodes-pipeline-monitor.mutation.yaml'],
    ],
    [
      "the gateway's monitor with the shipped trios",
      ['monitor:gateway', ...ours, '--mutation', 'scenarios/models/gateway-monitor.mutation.yaml'],
    ],
    ['the harness by itself', ['scenarios/models/NodesPipeline.tla', ...one]],
  ])('has the table that is printed for %s', async (_, args) => {
    const { out } = await runLine(mutate, [...args, '--table']);
    const table = out.split('\n').filter((line) => line.startsWith('|'));
    expect(table.length).toBeGreaterThan(15);
    expect(page).toContain(table.join('\n'));
  });
});
