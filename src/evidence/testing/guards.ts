import { summary } from '../../explore/mutation/matrix.ts';
import type { MutantReport } from '../../explore/mutation/mutant-outcome.ts';
import type { GuardInfo } from '../../model/state-machine.ts';
import type { GuardReport } from '../guards/guard-report.ts';

const guard = (path: string, text: string): GuardInfo => ({ path, kind: 'atom', text });

/** A report with a mutant of each kind and a gap of each kind; `word` stands wherever a name of the model or of a trio does. */
export function guardReport(word = 'pay'): GuardReport {
  const steps = [{ action: word, args: { call: word } }, { action: 'Run' }];
  const approved = guard(`Run/${word}`, `approved[${word}]`);
  const fresh = guard('Run/fresh', 'now < expires');
  const idle = guard('Ask/idle', 'pending = {}');
  const mutants: readonly MutantReport[] = [
    {
      guard: approved,
      how: 'remove',
      outcome: { kind: 'killed', by: { trio: `gate/${word}`, leg: 'attack', code: 'trio/attack-succeeds' } },
      waived: null,
    },
    { guard: fresh, how: 'remove', outcome: { kind: 'survives', attack: { invariant: word, steps } }, waived: null },
    {
      guard: fresh,
      how: 'looser',
      outcome: { kind: 'not-judged', why: 'limit', detail: `given up at ${word}` },
      waived: null,
    },
    { guard: idle, how: 'remove', outcome: { kind: 'equivalent', why: 'masked', states: 7 }, waived: null },
    { guard: idle, how: 'negate', outcome: { kind: 'not-judged', why: 'limit', detail: 'given up' }, waived: null },
  ];
  const waiver = { guard: 'Ask/idle', how: 'negate', text: 'pending = {}', reason: `seen by ${word}` } as const;
  const expired = { guard: 'Run/fresh', text: `once ${word}`, reason: 'old' };
  const seen = { run: `gate/${word}, attack`, step: 2 };
  return {
    model: word,
    matrix: summary(word, [`gate/${word}`], 7, mutants, [waiver, expired]),
    coverage: {
      model: word,
      runs: 2,
      actions: [
        { action: word, taken: 3, refused: 1 },
        { action: 'Ask', taken: 0, refused: 0 },
      ],
      guards: [
        { guard: approved, letThrough: seen, refused: seen, toLetThrough: null, toRefuse: null },
        { guard: fresh, letThrough: seen, refused: null, toLetThrough: null, toRefuse: steps },
        { guard: idle, letThrough: null, refused: null, toLetThrough: null, toRefuse: null },
      ],
      invariants: [
        { invariant: word, exercised: seen },
        { invariant: 'Never', exercised: null },
      ],
      events: [
        { kind: 'exec.started', count: 4 },
        { kind: 'handoff', count: 0 },
      ],
    },
    threshold: 1,
  };
}
