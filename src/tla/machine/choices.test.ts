import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { Phrase } from '../../model/phrase.ts';
import type { Step } from '../../model/state-machine.ts';
import { textMachine } from '../testing/text-model.ts';

const text = (parts: Phrase): string =>
  parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.value))).join('');

const boundTo = (bindings: object): string => {
  const told = Object.entries(bindings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return told.length === 0 ? '' : `, with ${told.join(', ')}`;
};

/** A module of one action, `Act(d)` for each of two doors, in which `log` becomes what `effect` says; `more` stands before it. */
const machineOf = (effect: string, more = '', guard = 'TRUE') =>
  textMachine(
    `---- MODULE Test ----
EXTENDS Naturals, Sequences, FiniteSets
CONSTANT Strict
Doors == {"front", "back"}
VARIABLES asked, level, log
Init == asked = {"back"} /\\ level = 2 /\\ log = <<>>
${more}
Act(d) == /\\ ${guard}
          /\\ ${effect}
          /\\ UNCHANGED <<asked, level>>
Next == \\E d \\in Doors : Act(d)
====`,
    'INIT Init\nNEXT Next\nCONSTANT Strict = TRUE',
  );

const act = (d: string): Step => ({ action: 'Act', args: { d } });

/** What is told of each successor of the step from the initial state, an atom a line. */
function told(machine: ReturnType<typeof machineOf>, step: Step = act('front')): string {
  const initial = machine.initial();
  if (!initial.ok) throw new Error(initial.errors[0].message);
  const before = initial.value[0]!;
  const outcome = machine.step(before, step);
  if (outcome.kind !== 'taken') return outcome.kind;
  return outcome.successors
    .map((after) =>
      machine.choices!(before, step, after)
        .flatMap((choice) => [
          text(choice.text) + boundTo(choice.bindings),
          ...choice.atoms.map((atom) => `  ${text(atom.text)}${boundTo(atom.bindings)}`),
        ])
        .join('\n'),
    )
    .join('\n--\n');
}

const MAY = 'May(d) == d \\in asked /\\ level > 1';

test('a condition that chose an effect is told down to the atoms that made it false', () => {
  expect(told(machineOf("log' = IF May(d) THEN Append(log, d) ELSE log", MAY))).toMatchInlineSnapshot(`
    "May(d) is false
      d \\in asked is false: d = "front", asked = {"#set":["back"]}"
  `);
});

test('of a condition that is true everything that it needed is told', () => {
  expect(told(machineOf("log' = IF May(d) THEN Append(log, d) ELSE log", MAY), act('back'))).toMatchInlineSnapshot(`
    "May(d) is true
      d \\in asked is true: d = "back", asked = {"#set":["back"]}
      level > 1 is true: level = 2"
  `);
  const either = "log' = IF d \\in asked \\/ level = 2 THEN <<d>> ELSE log";
  expect(told(machineOf(either))).toMatchInlineSnapshot(`
    "d \\in asked \\/ level = 2 is true
      level = 2 is true: level = 2"
  `);
});

test('a condition that is an atom itself is told once, with its values', () => {
  expect(told(machineOf("log' = IF d \\in asked THEN <<d>> ELSE log"))).toMatchInlineSnapshot(
    `"d \\in asked is false: d = "front", asked = {"#set":["back"]}"`,
  );
});

test('an IF in an IF is told where evaluation came to it', () => {
  const nested = "log' = IF level = 2 THEN (IF d \\in asked THEN <<d>> ELSE log) ELSE IF level > 9 THEN <<>> ELSE log";
  expect(told(machineOf(nested))).toMatchInlineSnapshot(`
    "level = 2 is true: level = 2
    d \\in asked is false: d = "front", asked = {"#set":["back"]}"
  `);
});

test('the arms of a CASE are told up to the one that was taken', () => {
  const arms = "log' = CASE level = 1 -> log [] d \\in asked -> <<d>> [] level > 1 -> <<d, d>> [] OTHER -> log";
  expect(told(machineOf(arms))).toMatchInlineSnapshot(`
    "level = 1 is false: level = 2
    d \\in asked is false: d = "front", asked = {"#set":["back"]}
    level > 1 is true: level = 2"
  `);
});

test('a condition that LET names is told down to its atoms', () => {
  const bound = "LET ok == May(d) IN log' = IF ok THEN <<d>> ELSE log";
  expect(told(machineOf(bound, MAY))).toMatchInlineSnapshot(`
    "ok is false
      d \\in asked is false: d = "front", asked = {"#set":["back"]}"
  `);
  expect(told(machineOf(bound, MAY), act('back'))).toMatchInlineSnapshot(`
    "ok is true
      d \\in asked is true: d = "back", asked = {"#set":["back"]}
      level > 1 is true: level = 2"
  `);
});

test('an IF inside an argument, an operator, an EXCEPT or between actions is told too', () => {
  expect(told(machineOf('log\' = Append(log, IF level > 1 THEN d ELSE "none")'))).toMatchInlineSnapshot(
    `"level > 1 is true: level = 2"`,
  );
  const more = 'After(d) == IF d \\in asked THEN <<d>> ELSE log';
  expect(told(machineOf("log' = After(d)", more))).toMatchInlineSnapshot(
    `"d \\in asked is false: d = "front", asked = {"#set":["back"]}"`,
  );
  expect(told(machineOf("log' = [<<1>> EXCEPT ![1] = IF level > 1 THEN 2 ELSE @]"))).toMatchInlineSnapshot(
    `"level > 1 is true: level = 2"`,
  );
  expect(told(machineOf("IF d \\in asked THEN log' = <<d>> ELSE UNCHANGED log"))).toMatchInlineSnapshot(
    `"d \\in asked is false: d = "front", asked = {"#set":["back"]}"`,
  );
});

test('an IF that is asked of each element is told with the element', () => {
  const each = 'log\' = [i \\in 1..2 |-> IF i = level THEN d ELSE "none"]';
  expect(told(machineOf(each))).toMatchInlineSnapshot(`
    "i = level is false: i = 1, level = 2, with i = 1
    i = level is true: i = 2, level = 2, with i = 2"
  `);
});

test('of a step that could go several ways only the way is told that led to the state', () => {
  const ways = '\\E e \\in {"front", "back"} : log\' = IF e \\in asked THEN <<e>> ELSE <<>>';
  expect(told(machineOf(ways))).toMatchInlineSnapshot(`
    "e \\in asked is false: e = "front", asked = {"#set":["back"]}, with e = "front"
    --
    e \\in asked is true: e = "back", asked = {"#set":["back"]}, with e = "back""
  `);
  const refused = '\\E e \\in {"back", "front"} : log\' = (IF e \\in asked THEN <<e>> ELSE <<>>) /\\ e \\notin asked';
  expect(told(machineOf(refused))).toMatchInlineSnapshot(
    `"e \\in asked is false: e = "front", asked = {"#set":["back"]}, with e = "front""`,
  );
});

test('what chooses nothing tells nothing: a step without IF, an IF of constants, a guard, an IF within a filter', () => {
  expect(told(machineOf("log' = <<d>>"))).toBe('');
  expect(told(machineOf("log' = IF Strict THEN <<d>> ELSE log"))).toBe('');
  expect(told(machineOf("log' = <<d>>", MAY, 'IF level > 1 THEN level < 5 ELSE May(d)'))).toBe('');
  expect(told(machineOf("log' = <<{x \\in asked : IF x = d THEN level = 2 ELSE TRUE}>>"))).toBe('');
});

test('steps that are not possible have chosen nothing', () => {
  const machine = machineOf("log' = IF May(d) THEN <<d>> ELSE log", MAY);
  expect(machine.choices!(0, act('side'), 0)).toEqual([]);
  expect(machine.choices!(0, act('back'), 0)).toEqual([]);
});

test('in every state and step of a model what is told is what the effect shows', () => {
  const module = readFileSync('scenarios/models/NodesPipeline.tla', 'utf8');
  const machine = textMachine(module, readFileSync('scenarios/models/NodesPipeline.cfg', 'utf8'));
  const seen = new Set(unwrap(machine.initial()));
  const count = { told: 0, silent: 0 };
  for (const before of seen) {
    for (const { step, state: after } of unwrap(machine.successors(before))) {
      seen.add(after);
      const choices = machine.choices!(before, step, after);
      if (step.action === 'AgentStep') {
        const [was, is] = [before, after].map((state) => JSON.stringify(machine.observe(state).executed));
        expect(choices.map(({ holds }) => holds)).toEqual([was !== is]);
        expect(choices[0]!.atoms.length).toBeGreaterThan(0);
        count.told++;
      } else {
        expect(choices).toEqual([]);
        count.silent++;
      }
    }
  }
  expect(count.told).toBeGreaterThan(100);
  expect(count.silent).toBeGreaterThan(100);
});
