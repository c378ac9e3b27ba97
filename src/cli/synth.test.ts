import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { fileHost } from '../scenario/file-host.ts';
import { loadTrios } from '../scenario/mutation/load-trios.ts';
import { runTrio } from '../scenario/run-trio.ts';
import { synth } from './synth.ts';
import { inDoorFolder } from './testing/door.ts';

const { run, again, cwd } = inDoorFolder(synth);

describe('tracefold synth', () => {
  it('writes the trio of a guard, and tells of the others why they have none', async () => {
    expect(await run(['Door.tla'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "Ring/1: no attack in 500 states, where the search was given up
      Enter/1: constant in this configuration, so there is no attack that it stops
      Enter/2: no invariant minds when it is gone",
        "out": "trio: door/enter-3
      claim: "Enter/3, Known(w), is what keeps Safe."
      model: { spec: Door.tla }
      forbidden: Safe
      attack:
        steps:
          - Ring
          - Enter: { w: thief }
      control:
        steps:
          - Ring
        reaches: rings = 1
      negative-control: { weaken: Enter/3 }
      ---
      trio: door/known
      claim: 'Known, w /= "thief", is what keeps Safe.'
      model: { spec: Door.tla }
      forbidden: Safe
      attack:
        steps:
          - Ring
          - Enter: { w: thief }
      control:
        steps:
          - Ring
        reaches: rings = 1
      negative-control: { weaken: Known }",
      }
    `);
  });

  it('writes files that pass as they stand, and leaves those alone that are there', async () => {
    const first = await run(['Door.tla', '--guard', 'Known', '--out', 'made']);
    expect(first).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "made/known.scenario.yaml",
      }
    `);
    for (const trio of unwrap(loadTrios(cwd(), ['made/*.scenario.yaml']))) {
      expect(unwrap(await runTrio(trio, fileHost({ root: cwd() }))).outcome).toBe('proved');
    }
    expect(await again(['Door.tla', '--guard', 'Known', '--out', 'made'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "made/known.scenario.yaml exists and is left alone",
        "out": "",
      }
    `);
  });

  it('exits with 1 where no guard has a trio', async () => {
    expect(await run(['Door.tla', '--guard', 'Enter/1'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "Enter/1: constant in this configuration, so there is no attack that it stops",
        "out": "",
      }
    `);
  });

  it('says that its search was given up', async () => {
    expect(
      await run(['Door.tla', '--guard', 'Known'], { 'Door.mutation.yaml': 'max-states: 2\n' }),
    ).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "Known: no attack in 2 states, where the search was given up",
        "out": "",
      }
    `);
  });

  it.each<[string, readonly string[]]>([
    ['no model', []],
    ['a guard that does not exist', ['Door.tla', '--guard', 'Knwon']],
    ['a goal that cannot be reached even without guards', ['Door.tla', '--guard', 'Known', '--goal', 'inside = "cat"']],
    ['a goal that only the attack reaches', ['Door.tla', '--guard', 'Known', '--goal', 'inside = "thief"']],
    ['a goal that holds from the start', ['Door.tla', '--guard', 'Known', '--goal', 'inside = "nobody"']],
    ['a goal that is no expression', ['Door.tla', '--guard', 'Known', '--goal', 'insde = "owner"']],
    ['a model that is no state machine', ['eio:context-trust']],
  ])('exits with 2 for %s', async (_, args) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatchSnapshot();
  });
});
