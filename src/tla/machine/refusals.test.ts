import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Phrase } from '../../model/phrase.ts';
import type { Step } from '../../model/state-machine.ts';
import { textMachine } from '../testing/text-model.ts';

const text = (parts: Phrase): string =>
  parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.value))).join('');

/** A module of one action, `Act(d)` for each of two doors, with `guard` as its first conjunct; `more` stands before it. */
const machineOf = (guard: string, more = '', next = '\\E d \\in Doors : Act(d)') =>
  textMachine(
    `---- MODULE Test ----
EXTENDS Naturals, Sequences, FiniteSets
Doors == {"front", "back"}
VARIABLES asked, level, log
Init == asked = {"back"} /\\ level = 2 /\\ log = <<[door |-> "back", ok |-> FALSE]>>
${more}
Act(d) == /\\ ${guard}
          /\\ level' = level + 1
          /\\ UNCHANGED <<asked, log>>
Next == ${next}
Spec == Init /\\ [][Next]_<<asked, level, log>>
====`,
    'SPECIFICATION Spec',
  );

const FRONT: Step = { action: 'Act', args: { d: 'front' } };

/** What is told of the refused step, an atom a line. */
function told(machine: ReturnType<typeof machineOf>, step: Step = FRONT): string {
  const initial = machine.initial();
  if (!initial.ok) throw new Error(initial.errors[0].message);
  const outcome = machine.step(initial.value[0]!, step);
  if (outcome.kind !== 'refused') return outcome.kind;
  return outcome.refusals
    .flatMap(({ guard, text: head, atoms = [] }) => [
      `${guard}: ${text(head)}`,
      ...atoms.map((atom) => {
        const bound = Object.entries(atom.bindings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
        return `  ${text(atom.text)}${bound.length === 0 ? '' : `, with ${bound.join(', ')}`}`;
      }),
    ])
    .join('\n');
}

describe('a refused step of a TLA+ model is told down to the atoms', () => {
  test('through the definition of an operator', () => {
    expect(told(machineOf('May(d)', 'May(d) == d \\in asked /\\ level > 1'))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        d \\in asked is false: d = "front", asked = {"#set":["back"]}"
    `);
  });

  test('through definitions of definitions', () => {
    const more = 'Known(d) == d \\in asked\nRight(d) == Known(d)\nMay(d) == Right(d) /\\ level > 1';
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        d \\in asked is false: d = "front", asked = {"#set":["back"]}"
    `);
  });

  test('through a disjunction, all of it', () => {
    const more = 'Free == level > 5\nMay(d) == \\/ d \\in asked\n          \\/ Free /\\ level > 0';
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        d \\in asked is false: d = "front", asked = {"#set":["back"]}
        level > 5 is false: level = 2"
    `);
  });

  test('but not through the parts that are as they must be', () => {
    const more = 'May(d) == (d \\in asked \\/ level = 2) /\\ level = 3';
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        level = 3 is false: level = 2"
    `);
  });

  test('through quantifiers, with the values that they bind', () => {
    const more = 'May(d) == \\A i \\in 1..Len(log) : log[i].ok';
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        log[i].ok is false, with i = 1"
    `);
    expect(told(machineOf('\\E e \\in asked : e = d'))).toMatchInlineSnapshot(
      `
      "Act/1: \\E e \\in asked : e = d is false: asked = {"#set":["back"]}
        e = d is false: e = "back", d = "front", with e = "back""
    `,
    );
    expect(told(machineOf('May(d)', 'May(d) == \\E e \\in asked \\ {"back"} : e = d'))).toMatchInlineSnapshot(
      `
      "Act/1: May(d) is false
        \\E e \\in asked \\ {"back"} : e = d is false: asked = {"#set":["back"]}"
    `,
    );
  });

  test('through IF, with the condition that chose', () => {
    const more = 'May(d) == IF level > 1 THEN d \\in asked ELSE TRUE';
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        d \\in asked is false: d = "front", asked = {"#set":["back"]}
        level > 1 is true: level = 2"
    `);
    expect(told(machineOf('May(d)', 'May(d) == IF level > 1 THEN FALSE ELSE TRUE'))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        level > 1 is true: level = 2"
    `);
  });

  test('through CASE and LET', () => {
    const more = `May(d) == LET seen == d \\in asked
              fine == level = 2
          IN CASE level = 2 -> seen /\\ fine [] OTHER -> TRUE`;
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        d \\in asked is false: d = "front", asked = {"#set":["back"]}
        level = 2 is true: level = 2"
    `);
  });

  test('through negation, where what is true is to blame', () => {
    const back: Step = { action: 'Act', args: { d: 'back' } };
    expect(told(machineOf('~(d \\in asked)'), back)).toMatchInlineSnapshot(
      `"Act/1: ~(d \\in asked) is false: d = "back", asked = {"#set":["back"]}"`,
    );
    const more = 'Revoked(d) == d \\in asked /\\ level > 1';
    expect(told(machineOf('~Revoked(d)', more), back)).toMatchInlineSnapshot(`
      "Act/1: ~Revoked(d) is false: Revoked(d) = true
        d \\in asked is true: d = "back", asked = {"#set":["back"]}
        level > 1 is true: level = 2"
    `);
  });

  test('through implications: what they conclude, not their premise', () => {
    const more = 'May(d) == level > 1 => d \\in asked';
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        d \\in asked is false: d = "front", asked = {"#set":["back"]}"
    `);
    expect(told(machineOf('May(d)', 'May(d) == level > 1 => FALSE'))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        level > 1 is true: level = 2"
    `);
  });

  test('through an equivalence, both sides', () => {
    expect(told(machineOf('May(d)', 'May(d) == level > 1 <=> d \\in asked'))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        level > 1 is true: level = 2
        d \\in asked is false: d = "front", asked = {"#set":["back"]}"
    `);
  });

  test('through a parameter that is a formula, and an operator that is given', () => {
    const more = 'Both(P, Q) == P /\\ Q\nMay(d) == Both(level > 1, d \\in asked)';
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        Q is false"
    `);
    const given = 'Holds(P(_), x) == P(x) /\\ level > 1\nKnown(d) == d \\in asked\nMay(d) == Holds(Known, d)';
    expect(told(machineOf('May(d)', given))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        P(x) is false"
    `);
  });

  test('through recursion', () => {
    const more = 'RECURSIVE Below(_)\nBelow(n) == IF n = 0 THEN level = 0 ELSE Below(n - 1)\nMay(d) == Below(2)';
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        level = 0 is false: level = 2
        n = 0 is false: n = 2
        n = 0 is false: n = 1
        n = 0 is true: n = 0"
    `);
  });

  test('and says nothing of what an atom only counts with', () => {
    const more =
      'Known(e) == e \\in asked /\\ level > 1\nMay(d) == Cardinality({e \\in Doors : Known(e)}) > 1 /\\ Known("back")';
    expect(told(machineOf('May(d)', more))).toMatchInlineSnapshot(`
      "Act/1: May(d) is false
        Cardinality({e \\in Doors : Known(e)}) > 1 is false: Cardinality({e \\in Doors : Known(e)}) = 1"
    `);
  });

  test('where the action chooses: every choice, nothing to choose from, and no way at all', () => {
    expect(told(machineOf("\\E e \\in asked : e = d /\\ log' = log", '', 'Act("front")'))).toMatchInlineSnapshot(
      `"Act/1/1: e = d is false: e = "back", d = "front""`,
    );
    expect(told(machineOf('\\E e \\in asked \\ {"back"} : log\' = <<e>>'))).toMatchInlineSnapshot(
      `"Act/\\E e \\in asked \\ {"back"} : log' = <<e>>: \\E e \\in asked \\ {"back"} : log' = <<e>> is false: asked \\ {"back"} = {"#set":[]}"`,
    );
    expect(told(machineOf('IF d \\in asked THEN TRUE ELSE FALSE'))).toMatchInlineSnapshot(
      `"Act/1/if: d \\in asked is false: d = "front", asked = {"#set":["back"]}"`,
    );
    expect(told(machineOf('IF level = 2 THEN FALSE ELSE TRUE'))).toMatchInlineSnapshot(
      `"Act/1/if: level = 2 is true: level = 2"`,
    );
    expect(told(machineOf("CASE level = 2 -> FALSE [] OTHER -> log' = log"))).toMatchInlineSnapshot(
      `"Act/FALSE: the model says FALSE"`,
    );
    expect(told(machineOf("(log' = << >> /\\ UNCHANGED log)"))).toMatchInlineSnapshot(
      `"Act/log: UNCHANGED log is false: log = [{"door":"back","ok":false}], log' = []"`,
    );
    expect(told(machineOf("(log' = << >> /\\ UNCHANGED Len(log))"))).toMatchInlineSnapshot(
      `"Act/Len(log): UNCHANGED Len(log) is false: Len(log) = 1, Len(log)' = 0"`,
    );
  });

  test('where another action would have to be possible', () => {
    const more = "Other(d) == d \\in asked /\\ level' = 0 /\\ UNCHANGED <<asked, log>>";
    expect(told(machineOf('ENABLED Other(d)', more))).toMatchInlineSnapshot(`
      "Act/1: ENABLED Other(d) is false
        d \\in asked is false: d = "front", asked = {"#set":["back"]}"
    `);
  });

  test('under what was seen of other guards', () => {
    const more = 'May(d) == d \\in asked\nSeen(d) == level > 1 /\\ d \\in asked';
    const machine = machineOf('May(d) /\\ Seen(d)', more);
    expect(told(machine, { ...FRONT, assume: { May: true } })).toMatchInlineSnapshot(`
      "Act/2: Seen(d) is false
        d \\in asked is false: d = "front", asked = {"#set":["back"]}"
    `);
    expect(told(machine, { ...FRONT, assume: { May: true, Seen: false } })).toMatchInlineSnapshot(`
      "Act/2: Seen(d) is false
        Seen was seen to be false"
    `);
  });
});

/** A formula over atoms that are true or false in the initial state. */
type Formula =
  | { readonly kind: 'atom'; readonly text: string; readonly holds: boolean }
  | { readonly kind: '/\\' | '\\/' | '=>' | '<=>'; readonly parts: readonly [Formula, Formula] }
  | { readonly kind: '~'; readonly part: Formula }
  | { readonly kind: 'IF'; readonly parts: readonly [Formula, Formula, Formula] };

const formula = fc.letrec<{ formula: Formula }>((tie) => {
  const part = tie('formula');
  return {
    formula: fc.oneof(
      { maxDepth: 4 },
      fc
        .record({ number: fc.integer({ min: 1, max: 9 }), holds: fc.boolean() })
        .map(({ number, holds }): Formula => ({ kind: 'atom', text: `level ${holds ? '<' : '>'} 1${number}`, holds })),
      fc
        .record({
          kind: fc.constantFrom('/\\' as const, '\\/' as const, '=>' as const, '<=>' as const),
          parts: fc.tuple(part, part),
        })
        .map((made): Formula => made),
      part.map((inner): Formula => ({ kind: '~', part: inner })),
      fc.tuple(part, part, part).map((parts): Formula => ({ kind: 'IF', parts })),
    ),
  };
}).formula;

const write = (f: Formula): string => {
  switch (f.kind) {
    case 'atom':
      return f.text;
    case '~':
      return `~(${write(f.part)})`;
    case 'IF':
      return `(IF ${write(f.parts[0])} THEN ${write(f.parts[1])} ELSE ${write(f.parts[2])})`;
    default:
      return `((${write(f.parts[0])}) ${f.kind} (${write(f.parts[1])}))`;
  }
};

const holds = (f: Formula): boolean => {
  switch (f.kind) {
    case 'atom':
      return f.holds;
    case '~':
      return !holds(f.part);
    case 'IF':
      return holds(f.parts[0]) ? holds(f.parts[1]) : holds(f.parts[2]);
    case '/\\':
      return holds(f.parts[0]) && holds(f.parts[1]);
    case '\\/':
      return holds(f.parts[0]) || holds(f.parts[1]);
    case '=>':
      return !holds(f.parts[0]) || holds(f.parts[1]);
    case '<=>':
      return holds(f.parts[0]) === holds(f.parts[1]);
  }
};

/** By definition: the atoms that make a formula what it must not be, as far as they are looked at from left to right. */
function toBlame(f: Formula, need: boolean | 'either'): readonly string[] {
  if (need === holds(f)) return [];
  switch (f.kind) {
    case 'atom':
      return [`${f.text} is ${f.holds}`];
    case '~':
      if (f.part.kind === 'atom') return [`~(${f.part.text}) is ${!f.part.holds}`];
      return toBlame(f.part, need === 'either' ? need : !need);
    case '/\\':
    case '\\/': {
      const stops = holds(f.parts[0]) === (f.kind === '\\/');
      return [...toBlame(f.parts[0], need), ...(stops ? [] : toBlame(f.parts[1], need))];
    }
    case '=>':
      return holds(f.parts[0]) ? toBlame(f.parts[1], need) : [];
    case '<=>':
      return [...toBlame(f.parts[0], 'either'), ...toBlame(f.parts[1], 'either')];
    case 'IF':
      return toBlame(holds(f.parts[0]) ? f.parts[1] : f.parts[2], need);
  }
}

test('Blames the atoms that the definition of each connective blames', () => {
  fc.assert(
    fc.property(formula, (f) => {
      fc.pre(!holds(f) && f.kind !== 'atom' && !(f.kind === '~' && f.part.kind === 'atom'));
      const machine = machineOf('May(d)', `May(d) == ${write(f)}`);
      const initial = machine.initial();
      if (!initial.ok) throw new Error(initial.errors[0].message);
      const outcome = machine.step(initial.value[0]!, FRONT);
      if (outcome.kind !== 'refused') throw new Error(outcome.kind);
      const wanted = new Set(toBlame(f, true));
      const blamed = outcome.refusals.flatMap(({ text: head, atoms = [] }) =>
        atoms.length === 0 ? [head] : atoms.map((atom) => atom.text),
      );
      const texts = new Set(blamed.map((one) => text(one).replace(/: .*/, '')));
      for (const one of wanted) expect(texts).toContain(one);
      // Conditions and premises are told beside them.
      if (!/IF|=>/.test(write(f))) expect(texts).toEqual(wanted);
    }),
    { numRuns: 60 },
  );
});

describe('a step whose arguments the model does not give', () => {
  const pair = (next: string) =>
    textMachine(
      `---- MODULE Test ----
EXTENDS Naturals
VARIABLES x
Init == x = 0
Send(tool, rid) == x' = 1
Idle == x > 5 /\\ x' = x
Next == ${next}
Spec == Init /\\ [][Next]_x
====`,
      'SPECIFICATION Spec',
    );
  const machine = pair('\\E t \\in {"run", "read"}, r \\in {"r1", "r2"} : Send(t, r)');
  const same = pair('\\E r \\in {"r1", "r2"} : Send(r, r)');

  test.each([
    ['an unknown value of the second', machine, { tool: 'run', rid: 'r9' }],
    ['an unknown value of the first', machine, { tool: 'fly', rid: 'r1' }],
    ['a known value that stands in the wrong place', machine, { tool: 'run', rid: 'read' }],
    ['two unknown values', machine, { tool: 'fly', rid: 'r9' }],
    ['a value of a form that no state holds', machine, { tool: 'run', rid: { '#bad': [1] } }],
    ['values that never come together', same, { tool: 'r1', rid: 'r2' }],
    ['an action that the state does not come to', pair('\\E r \\in {n \\in {"r1"} : x > 1} : Send(r, r)'), {}],
  ] as const)('is told by the arguments that do not fit: %s', (_, model, args) => {
    expect(told(model, { action: 'Send', args })).toMatchSnapshot();
  });
});
