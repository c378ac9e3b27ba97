import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import { readItf } from '../importers/itf.ts';
import { SPECS_FOLDER } from '../tla/testing/corpus.ts';
import { check } from './check.ts';
import { runLine } from './testing/run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracefold-check-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const QUEUE = `---- MODULE Queue ----
EXTENDS Naturals, Sequences
CONSTANTS Items, Max
VARIABLES queue, done
Init == queue = <<>> /\\ done = {}
Put(i) == Len(queue) < Max /\\ queue' = Append(queue, i) /\\ UNCHANGED done
Take == queue /= <<>> /\\ done' = done \\cup {Head(queue)} /\\ queue' = Tail(queue)
Reset == done = {0} /\\ done' = {} /\\ UNCHANGED queue
Next == (\\E i \\in Items : Put(i)) \\/ Take \\/ Reset
Spec == Init /\\ [][Next]_<<queue, done>>
NotBoth == ~(1 \\in done /\\ 2 \\in done)
Short == Len(queue) <= Max
Drains == <>(queue = <<>> /\\ done /= {})
====
`;

/** Files of a project in the temporary folder. */
const files = (entries: { readonly [name: string]: string }) => {
  for (const [name, text] of Object.entries(entries)) writeFileSync(join(folder, name), text);
};
const queue = (config: string) =>
  files({ 'Queue.tla': QUEUE, 'Queue.cfg': `SPECIFICATION Spec\nCONSTANTS Items = {1, 2} Max = 2\n${config}` });
const run = (...args: string[]) => runLine(check, args, folder);
const inSpecs = (...args: string[]) => runLine(check, args, SPECS_FOLDER);

describe('tracefold check', () => {
  it('says what holds, with counts, the actions taken and those that never are', async () => {
    queue('INVARIANTS Short\n');
    expect(await run('Queue.tla')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "HOLDS Queue: invariant Short, no deadlock in all 28 states
      States: 28 distinct, 49 generated, 1 initial, depth 7
      Actions: Put 24, Take 24
      Never taken: Reset",
      }
    `);
  });

  it('takes the name of a module without its ending', async () => {
    queue('INVARIANTS Short\n');
    expect(await run('Queue')).toEqual(await run('Queue.tla'));
  });

  it('tells a violated invariant by the shortest way there, what each step changed, and what is false', async () => {
    queue('INVARIANTS NotBoth\n');
    expect(await run('Queue.tla')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "VIOLATED Queue: the invariant NotBoth is false in state 5
      Counterexample:
        1. initial state
             queue = <<>>
             done = {}
        2. Put(i: 1)
             queue: appends 1
        3. Put(i: 2)
             queue: appends 2
        4. Take
             queue: takes 1 from the front
             done: adds 1
        5. Take
             queue: takes 2 from the front
             done: adds 2
      What makes it false:
        1 \\in done is true: done = {1, 2}
        2 \\in done is true: done = {1, 2}
      States: 18 distinct, 23 generated, 1 initial, depth 5
      Actions: Put 14, Take 8
      Not taken before the search ended: Reset",
      }
    `);
  });

  it('tells a violated property by a behaviour that repeats itself', async () => {
    queue('PROPERTY Drains\n');
    expect(await run('Queue.tla')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "VIOLATED Queue: the property Drains is false of this behaviour
      Counterexample:
        1. initial state
             queue = <<>>
             done = {}
           stays there for ever
      States: 28 distinct, 49 generated, 1 initial, depth 7
      Actions: Put 24, Take 24
      Never taken: Reset",
      }
    `);
  });

  it('tells a deadlock, unless it is told not to', async () => {
    const found = await inSpecs('Counter.tla', '--config', 'Counter.deadlock.cfg');
    expect(found).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "VIOLATED Counter: deadlock: no step leads on from state 5
      Counterexample:
        1. initial state
             n = 0
        2. Up
             n: 0 becomes 1
        3. Up
             n: 1 becomes 2
        4. Up
             n: 2 becomes 3
        5. Up
             n: 3 becomes 4
      States: 5 distinct, 5 generated, 1 initial, depth 5
      Actions: Up 4",
      }
    `);
    expect((await inSpecs('Counter.tla', '--config', 'Counter.deadlock.cfg', '--no-deadlock')).code).toBe(0);
  });

  it('tells a false assumption', async () => {
    expect(await inSpecs('Assumptions.tla', '--config', 'Assumptions.k-12.cfg')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "VIOLATED Assumptions: the assumption K < 10 is false
      Assumptions.tla:5:8: the assumption is false: K < 10 [tla/evaluation]
       5 | ASSUME K < 10
         |        ^^^^^^",
      }
    `);
  });

  it('takes constants that win over the configuration, lists being sets', async () => {
    queue('INVARIANTS NotBoth\n');
    const one = await run('Queue.tla', '--constant', 'Items=[1]');
    expect(one.code).toBe(0);
    expect(one.out).not.toBe((await run('Queue.tla', '--constant', 'Items=[1]', '--constant', 'Max=1')).out);
  });

  it('prints one object with --json, and nothing else', async () => {
    queue('INVARIANTS NotBoth\n');
    const { code, out, err } = await run('Queue.tla', '--json', '--constant', 'Max=1');
    expect(code).toBe(1);
    expect(err).toBe('');
    const report = JSON.parse(out);
    expect(Object.keys(report)).toEqual(
      'outcome name initialStates distinctStates generatedStates depth coverage trace loopsTo error'.split(' '),
    );
    expect(report).toMatchInlineSnapshot(`
      {
        "coverage": {
          "Put": 6,
          "Reset": 0,
          "Take": 4,
        },
        "depth": 5,
        "distinctStates": 10,
        "error": null,
        "generatedStates": 11,
        "initialStates": 1,
        "loopsTo": null,
        "name": "NotBoth",
        "outcome": "invariant",
        "trace": [
          {
            "action": null,
            "state": {
              "done": {
                "#set": [],
              },
              "queue": [],
            },
          },
          {
            "action": "Put",
            "state": {
              "done": {
                "#set": [],
              },
              "queue": [
                1,
              ],
            },
          },
          {
            "action": "Take",
            "state": {
              "done": {
                "#set": [
                  1,
                ],
              },
              "queue": [],
            },
          },
          {
            "action": "Put",
            "state": {
              "done": {
                "#set": [
                  1,
                ],
              },
              "queue": [
                2,
              ],
            },
          },
          {
            "action": "Take",
            "state": {
              "done": {
                "#set": [
                  1,
                  2,
                ],
              },
              "queue": [],
            },
          },
        ],
      }
    `);
  });

  it('prints the object for an error too', async () => {
    files({ 'Bad.tla': '---- MODULE Bad ----\nVARIABLE x\nInit == x = \n====\n', 'Bad.cfg': 'INIT Init\nNEXT Init\n' });
    const { code, out } = await run('Bad.tla', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'error',
      name: null,
      trace: [],
      error: { code: 'tla/unexpected-token' },
    });
  });

  it('writes the counterexample as ITF, which reads back', async () => {
    queue('PROPERTY Drains\n');
    const { code } = await run('Queue.tla', '--itf', 'out.itf.json');
    expect(code).toBe(1);
    const trace = unwrap(readItf(readFileSync(join(folder, 'out.itf.json'), 'utf8'), { file: 'out.itf.json' }));
    expect(trace.vars).toEqual(['queue', 'done']);
    expect(trace.loop).toBe(trace.states.length - 1);
    expect(trace.states[0]!.get('queue')).toEqual({ kind: 'sequence', items: [] });
  });

  it('says so where there is no counterexample to write', async () => {
    queue('INVARIANTS Short\n');
    const { code, err } = await run('Queue.tla', '--itf', 'out.itf.json');
    expect(code).toBe(0);
    expect(err).toBe('tracefold check: there is no counterexample, and out.itf.json was not written');
    expect(existsSync(join(folder, 'out.itf.json'))).toBe(false);
  });

  it('never takes a limit for a verdict', async () => {
    queue('INVARIANTS Short\n');
    expect(await run('Queue.tla', '--max-states', '5')).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "NOT CHECKED Queue: there is no verdict
      more than 5 distinct states: the search was given up, and says nothing about the rest [explore/limit]
        hint: raise the limit, or make the model smaller by its constants
      States: 6 distinct, 6 generated, 1 initial, depth 3
      Actions: Put 4, Take 1
      Not taken before the search ended: Reset",
        "out": "",
      }
    `);
  });

  it('stops in time while it judges behaviours, and says what is known by then', async () => {
    files({
      'Slow.tla':
        '---- MODULE Slow ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == UNCHANGED x\nSpec == Init /\\ [][Next]_x\n' +
        'Ends == <>(\\A a, b, c, d \\in 1..900 : a + b + c + d > x)\n====\n',
      'Slow.cfg': 'SPECIFICATION Spec\nPROPERTY Ends\n',
    });
    // Long past the search, which takes milliseconds; the property would take days.
    expect(await run('Slow.tla', '--max-seconds', '1')).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "NOT CHECKED Slow: there is no verdict
      not done after 1000 ms: all states are known, and the temporal properties are not judged on all behaviours [explore/limit]
        hint: raise the limit, or make the sets of the model smaller by its constants",
        "out": "",
      }
    `);
  });

  it('stops in time inside of a single state, however long that would take', async () => {
    files({
      'Slow.tla':
        "---- MODULE Slow ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == x' = (IF \\A a, b, c, d \\in 1..900 : a + b + c + d > 0 THEN 1 ELSE 2)\n====\n",
      'Slow.cfg': 'INIT Init\nNEXT Next\n',
    });
    expect(await run('Slow.tla', '--max-seconds', '0.01')).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "NOT CHECKED Slow: there is no verdict
      not done after 10 ms, within a single state: the search was given up [explore/limit]
        hint: raise the limit, or make the sets of the model smaller by its constants",
        "out": "",
      }
    `);
  });

  it('says what is wrong with a command line', async () => {
    queue('');
    const wrong = async (...args: string[]) => {
      const { code, out, err } = await run(...args);
      return `${code} ${out}${err}`;
    };
    expect(await wrong()).toBe(`2 tracefold check: needs one module\n  tracefold ${check.usage}`);
    expect(await wrong('Queue.tla', '--engine', 'tcl')).toBe(
      '2 tracefold check: unknown engine "tcl"; known: "own", "tlc"',
    );
    expect(await wrong('Queue.tla', '--max-states', '0')).toBe(
      '2 tracefold check: --max-states takes a whole number above 0, not "0"',
    );
    expect(await wrong('Queue.tla', '--workers', '2')).toBe('2 tracefold check: --workers needs --engine tlc');
    expect(await wrong('Queue.tla', '--max-states', '9', '--engine', 'tlc')).toBe(
      '2 tracefold check: --max-states needs the own engine: TLC has no such limit',
    );
    expect(await wrong('Queue.tla', '--constant', 'Items')).toMatchInlineSnapshot(`
      "2 "Items" is no constant [cli/constant]
        expected NAME=VALUE"
    `);
    expect(await wrong('Queue.tla', '--constant', 'Maxx=3')).toMatchInlineSnapshot(`
      "2 NOT CHECKED Queue: there is no verdict
      module Queue has no constant "Maxx" [tla/unknown-name]
        hint: did you mean "Max"?"
    `);
    expect(await wrong('Quene.tla')).toMatchInlineSnapshot(`
      "2 NOT CHECKED Quene: there is no verdict
      there is no file "Quene.tla" [tla/missing-file]"
    `);
    expect(await wrong('Queue.tla', '--confg', 'x')).toBe(
      '2 tracefold check: unknown option "--confg"; did you mean "--config"?',
    );
  });
});

const jar = process.env.TLA2TOOLS_JAR;
describe.skipIf(jar === undefined)('tracefold check --engine tlc', () => {
  it('gives the verdict, the counts and the counterexample of the own engine', async () => {
    queue('INVARIANTS NotBoth\n');
    const own = JSON.parse((await run('Queue.tla', '--json')).out);
    const tlc = await run('Queue.tla', '--json', '--engine', 'tlc');
    expect(tlc.code).toBe(1);
    const { outcome, name, trace, loopsTo } = JSON.parse(tlc.out);
    expect({ outcome, name, loopsTo }).toEqual({ outcome: own.outcome, name: own.name, loopsTo: own.loopsTo });
    expect(trace).toHaveLength(own.trace.length);
    expect(trace[0]).toEqual(own.trace[0]);
  });
});
describe('tracefold check --engine tlc, without a jar', () => {
  it('says how to name one', async () => {
    queue('');
    const before = process.env.TLA2TOOLS_JAR;
    delete process.env.TLA2TOOLS_JAR;
    try {
      expect(await run('Queue.tla', '--engine', 'tlc')).toMatchInlineSnapshot(`
        {
          "code": 2,
          "err": "NOT CHECKED Queue: there is no verdict
        --engine tlc needs a TLC, and the environment variable TLA2TOOLS_JAR is not set [explore/tlc-no-jar]
          expected the path of a tla2tools.jar, or of a program that takes the arguments of TLC",
          "out": "",
        }
      `);
    } finally {
      if (before !== undefined) process.env.TLA2TOOLS_JAR = before;
    }
  });
});
