export type { Diagnostic, Position, Result, Span } from './diagnostics/diagnostic.ts';
export { formatDiagnostic } from './diagnostics/format.ts';
export { TracefoldError, unwrap } from './diagnostics/tracefold-error.ts';
export { CLAIM_STATES, type Claim, type ClaimState } from './model/claim.ts';
export type { Model, Verdict } from './model/model.ts';
