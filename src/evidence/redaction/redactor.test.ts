import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phrase, shown } from '../../model/phrase.ts';
import { canonicalJson } from '../../trace/canonical-json.ts';
import type { Json } from '../../trace/json.ts';
import type { RedactionOptions } from './allow-list.ts';
import { createRedactor } from './redactor.ts';

describe('redaction', () => {
  it('replaces a value by a placeholder that is named after its path and numbered by first appearance', () => {
    const redactor = createRedactor();
    expect(redactor.value({ to: 'Alice', cc: 'Bob', amount: 5000 }, 'args')).toEqual({
      amount: '[args.amount#1]',
      cc: '[args.cc#1]',
      to: '[args.to#1]',
    });
    expect(redactor.value({ to: 'Carol' }, 'args')).toEqual({ to: '[args.to#2]' });
  });

  it('keeps equality visible, wherever the equal value stands', () => {
    const redactor = createRedactor();
    const first = redactor.value('Alice', 'shown.to');
    expect(redactor.value(['Alice', 'Alicia'], 'executed')).toEqual([first, '[executed#1]']);
  });

  it('keeps a number apart from the text of the same digits', () => {
    const redactor = createRedactor();
    expect(redactor.value(['5000', 5000], 'args.amount')).toEqual(['[args.amount#1]', '[args.amount#2]']);
  });

  it('shows ids and tool names in their fields, but not below arguments', () => {
    const redactor = createRedactor();
    expect(redactor.value({ tool: 'nodes.run', call: 'c-1' }, 'executed[0]')).toEqual({
      tool: 'nodes.run',
      call: 'c-1',
    });
    expect(redactor.value({ tool: 'secret words' }, 'executed[0]')).toEqual({ tool: '[executed.tool#1]' });
    expect(redactor.value({ call: 'c-1' }, 'executed[0].args')).toEqual({ call: '[executed.args.call#1]' });
  });

  it('shows a word that our own resolvers write, in the details that may hold it and nowhere else', () => {
    const { value } = createRedactor({ fields: ['anchor', 'transforms', 'searched'] });
    const details = { anchor: 'exact', role: 'condition', source: 'RETRIEVAL', transforms: ['base64'] };
    expect(value(details, '')).toEqual(details);
    expect(value({ searched: { 'exec.started': 2, alice: 1 } }, '')).toEqual({
      searched: { 'exec.started': 2, '[key#1]': '[searched.key#1]' },
    });
    expect(value({ anchor: 'Exact', role: 'exact', source: ['exact words'] }, '')).toEqual({
      anchor: '[anchor#1]',
      role: '[role#1]',
      source: ['[source#1]'],
    });
    expect(value({ args: { role: 'condition' }, note: 'condition' }, '')).toEqual({
      args: { role: '[args.role#1]' },
      note: '[args.role#1]',
    });
    expect(createRedactor({ hidden: ['RETRIEVAL'] }).value({ source: 'RETRIEVAL' }, '')).toEqual({
      source: '[source#1]',
    });
  });

  it('shows what the model names, wherever it stands', () => {
    const redactor = createRedactor({ names: ['pending', 5000], fields: ['a', 'b', 'c'] });
    expect(redactor.value({ a: 'pending', b: 'Pending', c: 5000 }, 'args')).toEqual({
      a: 'pending',
      b: '[args.b#1]',
      c: 5000,
    });
  });

  it('shows what a path glob allows, with secrets masked and long text cut', () => {
    const redactor = createRedactor({ allow: ['args.note', 'executed.*.args.to', '**.city'] });
    expect(redactor.value({ note: 'write to a@b.org', subject: 'x' }, 'args')).toEqual({
      note: 'write to [REDACTED:email]',
      subject: '[args.subject#1]',
    });
    expect(redactor.value([{ args: { to: 'acme' } }], 'executed')).toEqual([{ args: { to: 'acme' } }]);
    expect(redactor.value({ city: 'Oslo' }, 'args.address')).toEqual({ city: 'Oslo' });
    expect(String(redactor.value('x'.repeat(5000), 'args.note')).length).toBe(400);
  });

  it('hides a number that is a secret, however the model or a path names it', () => {
    const card = 4111111111111111;
    const big = { '#bigint': String(card) };
    const shownBy = (options: RedactionOptions) => createRedactor(options).value([card, 1234567, big], 'args.to');
    const hidden = ['[args.to#1]', 1234567, '[args.to#2]'];
    expect(shownBy({ allow: ['args.**'] })).toEqual(hidden);
    expect(shownBy({ names: [card, 1234567, big] })).toEqual(hidden);
  });

  it('hides the pieces of a list that are a secret together', () => {
    const redactor = createRedactor({ allow: ['args.*', 'args.*.*'] });
    expect(
      redactor.value({ a: ['sk-a1B2', 'c3D4e5F6'], b: [4111, 1111, 1111, 1111], c: ['pay', 'now'] }, 'args'),
    ).toEqual({
      a: ['[args.a#1]', '[args.a#2]'],
      b: ['[args.b#1]', '[args.b#2]', '[args.b#2]', '[args.b#2]'],
      c: ['pay', 'now'],
    });
  });

  it.each([
    ['are masked alike', 'write to alice@example.org', 'write to bob@example.org'],
    ['are cut alike', `${'x'.repeat(500)}1`, `${'x'.repeat(500)}2`],
    ['are escaped alike', 'a\u0007b', 'a\\u{7}b'],
    ['are what another is masked to', 'to alice@example.org', 'to [REDACTED:email]'],
  ])('keeps two allowed values apart that %s', (_, one, other) => {
    const redactor = createRedactor({ allow: ['**'] });
    const [first, again, second] = [one, one, other].map((value) => redactor.value(value, 'args.to'));
    expect(again).toBe(first);
    expect(second).toBe('[args.to#1]');
    const later = createRedactor({ allow: ['**'] });
    expect([first, second].map((value) => later.value(value!, 'args.to'))).toEqual([first, second]);
  });

  it('hides an id that holds a secret, and keeps its equality', () => {
    const redactor = createRedactor();
    expect(
      redactor.value(['call:alice@example.org', 'call:bob@example.org', 'call:alice@example.org'], 'call'),
    ).toEqual(['[call#1]', '[call#2]', '[call#1]']);
  });

  it('numbers a hidden value wherever it stands, also as a key', () => {
    const redactor = createRedactor({ hidden: ['c-1'], names: ['c-1'], allow: ['**'] });
    expect(redactor.value({ call: 'c-1', open: { 'c-1': 'x' } }, '')).toEqual({
      call: '[call#1]',
      open: { '[key#1]': 'x' },
    });
    expect(redactor.name('c-1', 'call')).toBe('[call#1]');
  });

  it('does not let a value pass for a placeholder', () => {
    const redactor = createRedactor({ allow: ['**'] });
    expect(redactor.value(['[args.to#1]', '[args.to#2]'], 'args.note')).toEqual(['[args.note#1]', '[args.note#2]']);
  });

  it('shows the keys that a list names and numbers the others', () => {
    const redactor = createRedactor();
    const value = JSON.parse('{"alice@example.org": 1, "to": 2, "__proto__": {"x": 3}, "odd key": 4, "alice": 5}');
    expect(JSON.stringify(redactor.value(value, 'args'))).toBe(
      '{"to":"[args.to#1]","[key#1]":"[args.key#1]","[key#2]":{"[key#5]":"[args.key.key#1]"},"[key#3]":"[args.key#2]","[key#4]":"[args.key#3]"}',
    );
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('shows a key that the model, the scenario or an allowed path names, if it looks like one', () => {
    const value = { alice: { bob: 'x' }, 'odd key': 'y' };
    const shownBy = (options: RedactionOptions) => createRedactor(options).value(value, 'args');
    const hidden = { '[key#1]': { '[key#3]': '[args.key.key#1]' }, '[key#2]': '[args.key#1]' };
    expect(shownBy({})).toEqual(hidden);
    const named = { alice: { '[key#1]': '[args.alice.key#1]' }, '[key#2]': '[args.key#1]' };
    expect(shownBy({ fields: ['alice', 'odd key'] })).toEqual(named);
    expect(shownBy({ names: ['alice', 'odd key'] })).toEqual(named);
    expect(shownBy({ fields: ['alice'], hidden: ['alice'] })).toEqual(hidden);
    expect(shownBy({ allow: ['args.alice.*'] })).toEqual({ alice: { bob: 'x' }, '[key#1]': '[args.key#1]' });
    expect(shownBy({ allow: ['**'] })).toEqual({ alice: { bob: 'x' }, '[key#1]': 'y' });
  });

  it('never shows the text of a path that is none', () => {
    expect(
      createRedactor().phrase([shown('v', 'args["alice@example.org"].x'), shown('w', 'Len(alice) = 1 + bob')]),
    ).toEqual([
      { value: '[args.key.key#1]', path: 'args.key.key' },
      { value: '[key#1]', path: 'key' },
    ]);
  });

  it('redacts the values of a phrase and leaves our own words', () => {
    expect(
      createRedactor().phrase(phrase`call ${shown('c-1', 'call')} sends ${shown('42 Main Street', 'args.to')}`),
    ).toEqual(['call ', { value: 'c-1', path: 'call' }, ' sends ', { value: '[args.to#1]', path: 'args.to' }]);
  });

  it('hides what a diagnostic quotes, from the first quote to the last, unless it is a name', () => {
    const redactor = createRedactor({ names: ['pending'] });
    const message = (text: string) => redactor.diagnostic({ code: 'tla/type', message: text }).message;
    expect(message('"pending" is not a number')).toBe('"pending" is not a number');
    expect(message('cannot compare "al"ice" with 12345')).toBe('cannot compare […] with […]');
    expect(message('cannot add "alice" to "pending" here')).toBe('cannot add […] here');
  });

  it('leaves out source lines of a trace and keeps those of a specification', () => {
    const redactor = createRedactor();
    const at = (file: string) => ({ file, start: { line: 1, column: 1 } });
    const told = (file: string) =>
      redactor.diagnostic({ code: 'x/y', message: 'no', at: at(file), lineText: 'some line' }).lineText;
    expect([told('a.tla'), told('a.yaml'), told('a.jsonl')]).toEqual(['some line', 'some line', undefined]);
  });

  it('replaces whatever lies too deep', () => {
    let value: Json = 'alice';
    for (let i = 0; i < 10_000; i++) value = [value];
    const text = JSON.stringify(createRedactor().value(value, 'args.to'));
    expect(text).toContain('[args.to#1]');
    expect(text).not.toContain('alice');
  });
});

const secretText = fc.string({
  unit: fc.constantFrom('ж', 'я', 'q', 'Z', '7', '<', '&', '"', '\\', '\n', '\u001b', '%'),
  minLength: 4,
  maxLength: 12,
});
/** Text that could be the name of a field. */
const plainText = fc
  .string({ unit: fc.constantFrom('q', 'Z', '7', '_'), minLength: 3, maxLength: 11 })
  .map((text) => `q${text}`);
const tree = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    secretText,
    fc.integer({ min: 10_000 }),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('to', 'call', 'amount', 'tool'), secretText, plainText), tie('value'), {
      maxKeys: 4,
    }),
  ),
})).value;

describe('redaction, for all values', () => {
  it('lets no text through', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify(createRedactor().value(value, 'args'));
        expect(text).toMatch(/^(?:[[\]{},:]|true|false|"\[?[A-Za-z0-9_.#]*\]?")*$/);
        expect(text).not.toMatch(/[жя<&\\%]|q|Z/);
      }),
      // Keys that could be names of fields were shown once.
      { examples: [[{ q7qq: false }], [{ to: { q7qq: [{ qZ: 'q7qq' }] } }]], numRuns: 1000 },
    );
  });

  it('changes nothing when it runs again on long texts with secrets in them', () => {
    const part = fc.constantFrom(
      '123-45-67890',
      ' a@b.org',
      '4111 1111 1111 1111',
      'words ',
      '\u001b',
      'last4 12345',
      'sk-abcdefgh12',
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 20, maxLength: 80 }), (parts) => {
        const once = redactAll([parts.join('')], ['**']);
        expect(redactAll(once, ['**'])).toEqual(once);
        expect(String(once[0]).length).toBeLessThanOrEqual(400);
      }),
    );
  });

  it('changes nothing when it runs again', () => {
    const allow = fc.constantFrom<readonly string[]>([], ['**.to'], ['args.call', '**.amount']);
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), allow, (values, allowed) => {
        const once = redactAll(values, allowed);
        expect(redactAll(once, allowed)).toEqual(once);
      }),
    );
  });

  it('changes nothing when it runs again on what was written and read, however many keys are hidden', () => {
    const keyed = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        plainText,
        fc.dictionary(
          fc.nat({ max: 40 }).map((number) => `k${number}`),
          tie('value'),
          { minKeys: 1, maxKeys: 14 },
        ),
      ),
    })).value;
    const written = (values: readonly Json[]): Json[] => JSON.parse(canonicalJson(values as Json));
    fc.assert(
      fc.property(fc.array(keyed, { maxLength: 4 }), (values) => {
        const once = written(redactAll(values, []));
        expect(canonicalJson(redactAll(once, []) as Json)).toBe(canonicalJson(once as Json));
      }),
      { examples: [[[Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`k${index}`, `v${index}`]))]]] },
    );
  });

  it('gives equal placeholders to equal values and different ones to different values', () => {
    fc.assert(
      fc.property(secretText, secretText, (one, two) => {
        const [a, b] = redactAll([one, two], []);
        expect(a === b).toBe(one === two);
      }),
    );
  });
});

function redactAll(values: readonly Json[], allow: readonly string[]): Json[] {
  const redactor = createRedactor({ allow });
  return values.map((value) => redactor.value(value, 'args'));
}
