import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { Configuration } from './configuration.ts';
import { parseConfiguration } from './parse-configuration.ts';

const read = (text: string): Configuration => unwrap(parseConfiguration(sourceText('M.cfg', text)));

function error(text: string): string {
  const result = parseConfiguration(sourceText('M.cfg', text));
  if (result.ok) throw new Error('read without an error');
  return formatDiagnostic(result.errors[0]);
}

describe('a TLC configuration', () => {
  it('has its sections in any order and number', () => {
    const found = read(`\\* A comment (* not this one
(* a comment
   (* nested *) *)
INVARIANT A B
CONSTANTS N = 3
SPECIFICATION Spec
INVARIANTS
  C
PROPERTY P PROPERTIES Q R
CONSTRAINT K CONSTRAINTS L
ACTION_CONSTRAINT X ACTION_CONSTRAINTS Y Z
SYMMETRY Sym VIEW V ALIAS Al
POSTCONDITION Post
CHECK_DEADLOCK FALSE`);
    expect(found.invariants.map((name) => name.text)).toEqual(['A', 'B', 'C']);
    expect(found.properties.map((name) => name.text)).toEqual(['P', 'Q', 'R']);
    expect(found.constraints.map((name) => name.text)).toEqual(['K', 'L']);
    expect(found.actionConstraints.map((name) => name.text)).toEqual(['X', 'Y', 'Z']);
    expect(found.postconditions.map((name) => name.text)).toEqual(['Post']);
    expect([found.specification, found.symmetry, found.view, found.alias].map((name) => name?.text)).toEqual([
      ...['Spec', 'Sym', 'V', 'Al'],
    ]);
    expect(found.checkDeadlock?.value).toBe(false);
    expect([found.init, found.next]).toEqual([null, null]);
  });

  it('may begin with a byte order mark, and has none elsewhere', () => {
    expect(read('\ufeffINIT Init NEXT Next').init?.at.start).toBe(6);
    expect(error('INIT \ufeffInit')).toContain('unexpected character');
  });

  it('gives constants values of every kind', () => {
    const found = read(`INIT Init NEXT Next CONSTANT
      N = 3 M = -1 S = "text\\"" B = TRUE Server = Server
      Set = {1, {a, "b"}, {}} F(1, a) = 2 I!N = 4 G = [Mod] 5 TRUE = 1`);
    expect(found.constants.map((one) => (one.kind === 'value' ? [one.name.text, plain(one.value)] : []))).toEqual([
      ['N', 3n],
      ['M', -1n],
      ['S', 'text"'],
      ['B', true],
      ['Server', { model: 'Server' }],
      ['Set', [1n, [{ model: 'a' }, 'b'], []]],
      ['F', 2n],
      ['I!N', 4n],
      ['G', 5n],
      ['TRUE', 1n],
    ]);
    expect(found.constants[6]).toMatchObject({ args: [{ value: 1n }, { name: 'a' }] });
    expect(found.constants[8]).toMatchObject({ module: { text: 'Mod' } });
  });

  it('replaces operators, in one module too', () => {
    const found = read('CONSTANTS Nat <- MCNat Seq <- [Sequences] MCSeq ++ <- Plus Op <- +');
    expect(
      found.constants.map((one) => (one.kind === 'replacement' ? [one.name.text, one.module?.text, one.by.text] : [])),
    ).toEqual([
      ['Nat', undefined, 'MCNat'],
      ['Seq', 'Sequences', 'MCSeq'],
      ['++', undefined, 'Plus'],
      ['Op', undefined, '+'],
    ]);
  });

  it('keeps where each name stands', () => {
    const { source, start, end } = read('SPECIFICATION Spec\nINVARIANT Inv').invariants[0]!.at;
    expect(source.span(start, end)).toEqual({
      file: 'M.cfg',
      start: { line: 2, column: 11 },
      end: { line: 2, column: 14 },
    });
  });

  it('may be empty', () => {
    expect(read('\\* nothing').constants).toEqual([]);
  });
});

describe('a wrong TLC configuration', () => {
  it('is told with its place and the nearest keyword', () => {
    expect(error('SPECIFICATON Spec')).toMatchInlineSnapshot(`
      "M.cfg:1:1: unknown keyword "SPECIFICATON" [tla/config-unknown-keyword]
       1 | SPECIFICATON Spec
         | ^^^^^^^^^^^^
        expected a keyword such as SPECIFICATION, INVARIANT or CONSTANT
        hint: did you mean "SPECIFICATION"?"
    `);
    expect(error('CONSTANTS N = 1\nINVARAINT Inv')).toMatchInlineSnapshot(`
      "M.cfg:2:1: unknown keyword "INVARAINT" [tla/config-unknown-keyword]
       2 | INVARAINT Inv
         | ^^^^^^^^^
        expected a keyword such as SPECIFICATION, INVARIANT or CONSTANT
        hint: did you mean "INVARIANT"?"
    `);
    expect(error('SPECIFICATION\nINVARIANT Inv')).toMatchInlineSnapshot(`
      "M.cfg:2:1: unexpected "INVARIANT" [tla/config-unexpected]
       2 | INVARIANT Inv
         | ^^^^^^^^^
        expected the name of a definition after SPECIFICATION"
    `);
    expect(error('INIT A\nNEXT B\nINIT C')).toMatchInlineSnapshot(`
      "M.cfg:3:1: INIT is given twice [tla/config-duplicate]
       3 | INIT C
         | ^^^^
        M.cfg:1:6: it is "A" here"
    `);
    expect(error('CONSTANT N 3')).toMatchInlineSnapshot(`
      "M.cfg:1:12: unexpected "3" after "N" [tla/config-unexpected]
       1 | CONSTANT N 3
         |            ^
        expected "=" or "<-" after the constant "N""
    `);
    expect(error('CONSTANT N = ')).toMatchInlineSnapshot(`
      "M.cfg:1:14: unexpected the end of the file [tla/config-unexpected]
       1 | CONSTANT N = 
         |              ^
        expected a value: a number, a string, TRUE, FALSE, a model value or a set of these"
    `);
    expect(error('CONSTANT N = {1, 2')).toMatchInlineSnapshot(`
      "M.cfg:1:19: unexpected the end of the file [tla/config-unexpected]
       1 | CONSTANT N = {1, 2
         |                   ^
        expected "," or "}""
    `);
    expect(error('CONSTANT N <- 3')).toMatchInlineSnapshot(`
      "M.cfg:1:15: unexpected "3" [tla/config-unexpected]
       1 | CONSTANT N <- 3
         |               ^
        expected the name of a definition"
    `);
    expect(error('CONSTANT N <- [M OtherN')).toMatchInlineSnapshot(`
      "M.cfg:1:18: unexpected "OtherN" [tla/config-unexpected]
       1 | CONSTANT N <- [M OtherN
         |                  ^^^^^^
        expected "]" after the name of the module"
    `);
    expect(error('CHECK_DEADLOCK no')).toMatchInlineSnapshot(`
      "M.cfg:1:16: unexpected "no" [tla/config-unexpected]
       1 | CHECK_DEADLOCK no
         |                ^^
        expected TRUE or FALSE after CHECK_DEADLOCK"
    `);
    expect(error('CONSTANT N = "x')).toMatchInlineSnapshot(`
      "M.cfg:1:14: this string is not closed on its line [tla/unclosed-string]
       1 | CONSTANT N = "x
         |              ^^
        expected a closing quote"
    `);
    expect(error('{')).toMatchInlineSnapshot(`
      "M.cfg:1:1: unexpected "{" [tla/config-unknown-keyword]
       1 | {
         | ^
        expected a keyword such as SPECIFICATION, INVARIANT or CONSTANT"
    `);
    expect(error('CHECK_DEADLOCK TRUE CHECK_DEADLOCK TRUE')).toContain('given twice');
  });

  it('nested without end is refused', () => {
    expect(error(`CONSTANT S = ${'{'.repeat(100_000)}`)).toContain('tla/config-nested-too-deep');
  });
});

function plain(value: import('./configuration.ts').ConfigurationValue): unknown {
  switch (value.kind) {
    case 'set':
      return value.items.map(plain);
    case 'modelValue':
      return { model: value.name };
    default:
      return value.value;
  }
}
