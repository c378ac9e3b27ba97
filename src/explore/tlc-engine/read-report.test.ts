import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../../diagnostics/format.ts';
import { readTlcReport } from './read-report.ts';

/** A message of TLC's protocol. */
const message = (code: number, text: string, severity = 0): string =>
  `@!@!@STARTMSG ${code}:${severity} @!@!@\n${text}\n@!@!@ENDMSG ${code} @!@!@\n`;

const finished = message(2186, 'Finished in 1ms');
const success = message(2193, 'Model checking completed. No error has been found.');
const counts =
  message(2190, 'Finished computing initial states: 2 distinct states generated.') +
  message(2199, '1,007 states generated, 301 distinct states found, 0 states left on queue.') +
  message(2194, 'The depth of the complete state graph search is 12.');
const behaviour = message(2121, 'The behavior up to this point is:', 1);
const first = message(2217, '1: <Initial predicate>\n/\\ n = 0\n/\\ open = {}\n', 4);
const second = message(
  2217,
  '2: <Up(3) line 4, col 7 to line 4, col 21 of module M>\n/\\ n = 1\n/\\ open = {"a"}\n',
  4,
);

const told = (output: string, code: number | null): string => {
  const { error, outcome } = readTlcReport(output, { code });
  expect(outcome).toBe('error');
  return error === null ? '' : formatDiagnostic(error);
};

describe('verdicts', () => {
  test('a run that ends well, with counts', () => {
    expect(readTlcReport(success + counts + finished, { code: 0 })).toEqual({
      outcome: 'ok',
      name: null,
      initialStates: 2,
      distinctStates: 301,
      generatedStates: 1007,
      depth: 12,
      coverage: {},
      trace: [],
      loopsTo: null,
      error: null,
      warnings: [],
    });
  });

  test('initial states that repeat are counted once', () => {
    const repeated = message(2191, 'Finished computing initial states: 6 states generated, with 4 of them distinct.');
    expect(readTlcReport(success + repeated + finished, { code: 0 }).initialStates).toBe(4);
  });

  test('a violated invariant with its counterexample', () => {
    const output = message(2110, 'Invariant Small is violated.', 1) + behaviour + first + second + finished;
    const report = readTlcReport(output, { code: 12 });
    expect([report.outcome, report.name, report.loopsTo, report.error]).toEqual(['invariant', 'Small', null, null]);
    expect(report.trace).toEqual([
      { action: null, state: { n: 0, open: { '#set': [] } } },
      { action: 'Up', state: { n: 1, open: { '#set': ['a'] } } },
    ]);
  });

  test('an invariant that is violated in the initial state', () => {
    const output = message(2107, 'Invariant Small is violated by the initial state:\nn = 7\n', 1) + finished;
    const report = readTlcReport(output, { code: 12 });
    expect([report.outcome, report.name, report.trace]).toEqual([
      'invariant',
      'Small',
      [{ action: null, state: { n: 7 } }],
    ]);
  });

  test('an invariant without variables that is false', () => {
    const report = readTlcReport(message(2230, 'The invariant of Never is equal to FALSE', 1) + finished, {
      code: 151,
    });
    expect([report.outcome, report.name, report.trace, report.distinctStates]).toEqual(['invariant', 'Never', [], 0]);
  });

  test('a violated property, whose lasso goes back to an earlier state', () => {
    const output =
      message(2116, 'Temporal properties were violated.', 1) +
      behaviour +
      first +
      second +
      message(2122, '1: Back to state: <Down line 5, col 9 to line 5, col 23 of module M>', 4) +
      finished;
    const report = readTlcReport(output, { code: 13 }, ['Settles']);
    expect([report.outcome, report.name, report.trace.length, report.loopsTo]).toEqual(['property', 'Settles', 2, 0]);
    expect(readTlcReport(output, { code: 13 }, ['Settles', 'Returns']).name).toBeNull();
  });

  test('a lasso that stutters for ever', () => {
    const output =
      message(2116, 'Temporal properties were violated.', 1) +
      behaviour +
      first +
      second +
      message(2218, '3: Stuttering', 4) +
      finished;
    expect(readTlcReport(output, { code: 13 }).loopsTo).toBe(1);
  });

  test('a deadlock and a false assumption', () => {
    const deadlock = message(2114, 'Deadlock reached.', 1) + behaviour + first + finished;
    expect(readTlcReport(deadlock, { code: 11 }).outcome).toBe('deadlock');
    const assumption = message(2104, 'Assumption line 3, col 8 to line 3, col 12 of module M is false.', 1) + finished;
    expect(readTlcReport(assumption, { code: 10 }).outcome).toBe('assumption');
  });

  test('coverage is that of the last report, summed by action', () => {
    const report = (n: number): string =>
      message(2201, 'The coverage statistics') +
      message(2773, '<Init line 2, col 1 to line 2, col 4 of module M>: 1:1') +
      message(2772, `<Up line 4, col 1 to line 4, col 2 of module M>: 1:${n}`) +
      message(2772, '<Up line 4, col 1 to line 4, col 2 of module M>: 0:1,000') +
      message(2202, 'End of statistics.');
    expect(readTlcReport(report(1) + report(7) + success + finished, { code: 0 }).coverage).toEqual({ Up: 1007 });
  });
});

describe('no verdict', () => {
  test('an evaluation error names the place and the way there', () => {
    const output =
      `@!@!@STARTMSG 1000:1 @!@!@\n${message(2184, 'Attempted to apply Head to the empty sequence.')}@!@!@ENDMSG 1000 @!@!@\n` +
      message(
        2103,
        'The error occurred\n0. Line 5, column 9 to line 5, column 17 in M\n1. Line 3, column 3 to line 3, column 9 in M\n',
        1,
      ) +
      finished;
    expect(told(output, 75)).toMatchInlineSnapshot(`
      "M.tla:3:3: TLC: Attempted to apply Head to the empty sequence. [explore/tlc-evaluation]
        M.tla:5:9: evaluated from here
        M.tla:3:3: evaluated from here"
    `);
  });

  test('a syntax error is told as the parser prints it', () => {
    const output =
      `Parsing file /somewhere/M.tla\n***Parse Error***\nWas expecting "==== or more Module body"\n` +
      `Encountered "(" at line 4, column 3 and token "n"\n` +
      message(3002, 'Parsing or semantic analysis failed.', 1) +
      finished;
    expect(told(output, 150)).toMatchInlineSnapshot(
      `"TLC: ***Parse Error*** Was expecting "==== or more Module body" Encountered "(" at line 4, column 3 and token "n" [explore/tlc-parse]"`,
    );
  });

  test('a configuration that does not fit', () => {
    const output = message(2222, 'The constant parameter Top is not assigned a value.', 1) + finished;
    expect(told(output, 151)).toMatchInlineSnapshot(
      `"TLC: The constant parameter Top is not assigned a value. [explore/tlc-config]"`,
    );
  });

  test('output that breaks off inside a message', () => {
    expect(told(`${counts}@!@!@STARTMSG 2200:0 @!@!@\nProgress`, null)).toMatchInlineSnapshot(`
      "TLC's output breaks off before a verdict (exit code unknown) [explore/tlc-truncated]
        hint: run TLC by hand on the same files to see why it stopped"
    `);
  });

  test('no output at all', () => {
    expect(told('', 0)).toContain('explore/tlc-truncated');
  });

  test('memory that ran out', () => {
    expect(told(message(1001, 'Java ran out of memory.', 1) + finished, 255)).toContain('explore/tlc-crashed');
  });

  test('a Java that breaks down before TLC speaks', () => {
    expect(told('Error: Could not find or load main class tlc2.TLC\n', 1)).toMatchInlineSnapshot(
      `"TLC: Error: Could not find or load main class tlc2.TLC [explore/tlc-crashed]"`,
    );
  });

  test('an option that TLC does not know', () => {
    expect(told(message(1102, 'Error: unrecognized option: -x', 1), 1)).toContain('explore/tlc-usage');
  });
});

describe('a verdict cannot be forged or assumed', () => {
  test('success without an end is no success', () => {
    expect(told(success, 0)).toContain('explore/tlc-truncated');
  });

  test('success with a failing exit code is no success', () => {
    expect(readTlcReport(success + finished, { code: 255 }).outcome).toBe('error');
  });

  test('what a model prints is not read as a message', () => {
    const printed = `"@!@!@STARTMSG 2193:0 @!@!@"\n"@!@!@ENDMSG 2193 @!@!@"\n`;
    expect(readTlcReport(printed + finished, { code: 0 }).outcome).toBe('error');
  });

  test('a message inside a state is not read as a verdict', () => {
    const output =
      message(2110, 'Invariant Small is violated.', 1) +
      `@!@!@STARTMSG 2217:4 @!@!@\n1: <Initial predicate>\n${success}n = 0\n@!@!@ENDMSG 2217 @!@!@\n${finished}`;
    expect(readTlcReport(output, { code: 12 }).outcome).toBe('invariant');
  });

  test('a violation outweighs success, in whatever order', () => {
    const output = success + message(2110, 'Invariant Small is violated.', 1) + first + finished;
    expect(readTlcReport(output, { code: 0 }).outcome).toBe('invariant');
  });
});
