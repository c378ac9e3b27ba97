import { expect, test } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { formatAtom } from '../../evidence/render/phrase.ts';
import { definitions, textMachine } from '../testing/text-model.ts';

// What a reader is told of a formula that is false: values of what has a name, and of nothing that is written out.

const FALSE_WHERE_V_IS_0 = [
  ...['{v} = {}', '{} # {v} \\ {0}', '<<v>> = <<>>', 'v \\in {1, 2}', '~(v \\in {0, 1})', 'v \\notin 0..2'],
  ...['[n |-> v] = [n |-> 1]', '{v} \\in SUBSET {1, 2}', '{Zero} = {} \\cup {1}'],
  ...['[x \\in {1} |-> v] \\in [{1} -> {2}]', '\\A x \\in {1, 12} : x = 12', 'v = 0 => {} = {1}'],
  ...['\\E x \\in {} : x = 1', '\\A x \\in {{1}} : x = {2}', '\\A x \\in {v, 12} : x = 12', 'Zero > 1'],
];

const machine = textMachine(
  definitions(['Zero == 0', ...FALSE_WHERE_V_IS_0.map((formula, i) => `I${i} == ${formula}`)].join('\n')),
  `INIT Init\nNEXT Next\nINVARIANTS ${FALSE_WHERE_V_IS_0.map((_, i) => `I${i}`).join(' ')}\n`,
);
const state = unwrap(machine.initial())[0]!;
const told = FALSE_WHERE_V_IS_0.map((formula, i) => {
  const atoms = machine.explain(state, `I${i}`).map((atom) => formatAtom(atom, 'tla'));
  return `${formula}: ${atoms.join('; ')}`;
});

test('what makes a formula false is told with the values of its names', () => {
  expect(told).toMatchInlineSnapshot(`
    [
      "{v} = {}: {v} = {} is false: {v} = {0}",
      "{} # {v} \\ {0}: {} # {v} \\ {0} is false: {v} = {0}",
      "<<v>> = <<>>: <<v>> = <<>> is false: <<v>> = <<0>>",
      "v \\in {1, 2}: v \\in {1, 2} is false: v = 0",
      "~(v \\in {0, 1}): ~(v \\in {0, 1}) is false: v = 0",
      "v \\notin 0..2: v \\notin 0..2 is false: v = 0",
      "[n |-> v] = [n |-> 1]: [n |-> v] = [n |-> 1] is false: [n |-> v] = [n |-> 0]",
      "{v} \\in SUBSET {1, 2}: {v} \\in SUBSET {1, 2} is false: {v} = {0}",
      "{Zero} = {} \\cup {1}: I8 is false",
      "[x \\in {1} |-> v] \\in [{1} -> {2}]: [x \\in {1} |-> v] \\in [{1} -> {2}] is false",
      "\\A x \\in {1, 12} : x = 12: I10 is false",
      "v = 0 => {} = {1}: {} = {1} is false; v = 0 is true: v = 0",
      "\\E x \\in {} : x = 1: I12 is false",
      "\\A x \\in {{1}} : x = {2}: I13 is false",
      "\\A x \\in {v, 12} : x = 12: x = 12 is false: x = 0",
      "Zero > 1: I15 is false",
    ]
  `);
});

test('nothing is said to be itself', () => {
  const itself = /(?:: |, |; )(\S[^:;]*) = \1(?=$|, |; )/;
  expect('{v} = {} is false: {v} = {0}, {} = {}').toMatch(itself);
  for (const line of told) expect(line).not.toMatch(itself);
});
