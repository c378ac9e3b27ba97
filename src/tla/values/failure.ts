/** What can go wrong while an expression is evaluated; the codes of evaluation diagnostics. */
export type EvaluationCode =
  | 'tla/type-error'
  | 'tla/incomparable'
  | 'tla/not-in-domain'
  | 'tla/overflow'
  | 'tla/not-enumerable'
  | 'tla/too-large'
  | 'tla/choose-failed'
  | 'tla/case-failed'
  | 'tla/unassigned'
  | 'tla/incomplete-state'
  | 'tla/assert'
  | 'tla/too-deep'
  | 'tla/unsupported'
  | 'tla/evaluation';

/** Thrown inside evaluation only; every public function turns it into a diagnostic. */
export class EvaluationFailure extends Error {
  override readonly name = 'EvaluationFailure';
  readonly code: EvaluationCode;

  constructor(code: EvaluationCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Ends an evaluation with an error of the model. */
export function failure(code: EvaluationCode, message: string): never {
  throw new EvaluationFailure(code, message);
}
