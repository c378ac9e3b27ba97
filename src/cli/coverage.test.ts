import { describe, expect, it } from 'vitest';
import { coverage } from './coverage.ts';
import { DOOR, inDoorFolder } from './testing/door.ts';

const { run } = inDoorFolder(coverage);

describe('tracefold coverage', () => {
  it('tells what the trios exercise, with the shortest steps for what they do not', async () => {
    expect(await run(['Door.tla', '--scenarios', '*.scenario.yaml'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "Door, 2 runs

      Actions:
        Ring: taken 2, refused 0
        Enter: taken 1, refused 1

      Invariants:
        Safe: exercised in door/thief, attack, step 1

      Guard parts that some step shows to decide alone, both ways: 2 of 5
        Ring/1: rings < Most
          never alone refuses (lets through in door/thief, attack, step 1)
          refused by it alone would be the last of
            - Ring
            - Ring
            - Ring
        Enter/1: w \\in People
          never alone refuses (lets through in door/thief, control, step 2)
          no step of this configuration is refused by it alone
        Enter/2: open
          never alone refuses (lets through in door/thief, control, step 2)
          refused by it alone would be the last of
            - Enter: { w: "owner" }

      Event kinds of the mapping:
        call.proposed: 0 (never)",
      }
    `);
  });

  it('prints the same as JSON', async () => {
    const { code, out } = await run(['Door.tla', '--scenarios', '*.scenario.yaml', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ model: 'Door', runs: 2, events: [{ kind: 'call.proposed', count: 0 }] });
  });

  it.each<[string, readonly string[], { readonly [path: string]: string }?]>([
    ['no scenarios', ['Door.tla']],
    ['no model', ['--scenarios', '*.scenario.yaml']],
    ['scenarios that do not exist', ['Door.tla', '--scenarios', 'doors/*.scenario.yaml']],
    ['a model that is no state machine', ['eio:context-trust', '--scenarios', '*.scenario.yaml']],
    [
      'a trio that is red',
      ['Door.tla', '--scenarios', '*.scenario.yaml'],
      { 'thief.scenario.yaml': DOOR['thief.scenario.yaml'].replace('weaken: Known', 'weaken: Enter/2') },
    ],
  ])('exits with 2 for %s', async (_, args, files) => {
    const { code, out, err } = await run(args, files);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toBe('');
    expect(err).toMatchSnapshot();
  });
});
