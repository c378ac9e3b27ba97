import { unwrap } from '../../diagnostics/tracefold-error.ts';
import type { Claim } from '../../model/claim.ts';
import { foldTrace } from '../../model/fold-trace.ts';
import type { Phrase } from '../../model/phrase.ts';
import type { EventKind } from '../../trace/event.ts';
import { createTrace, type EventInput } from '../../trace/trace.ts';
import { type EioModelOptions, eioModel } from '../eio-model.ts';
import { loadEmbeddedModule } from '../module/load-eio-module.ts';

const contextTrust = unwrap(loadEmbeddedModule('eio:context-trust'));

export const contextTrustModel = (options: EioModelOptions = {}) => unwrap(eioModel(contextTrust, options));

export interface JudgeOptions extends EioModelOptions {
  readonly observes?: readonly EventKind[];
  /** Guard to remove first. */
  readonly weaken?: string;
}

/** The claims of one predicate of context-trust over events that are written inline. */
export function judgeEvents(
  predicate: string,
  events: readonly EventInput[],
  options: JudgeOptions = {},
): readonly Claim[] {
  const trace = createTrace({ events, ...(options.observes === undefined ? {} : { observes: options.observes }) });
  const model = contextTrustModel({ ...options, predicates: [predicate] });
  const judged = options.weaken === undefined ? model : unwrap(model.weaken(options.weaken));
  return unwrap(foldTrace(judged, trace)).claims;
}

/** Claims on one line each: state, bindings, fidelity and proof, unmet parts. */
export const brief = (claims: readonly Claim[]): string[] =>
  claims.map((claim) => {
    const bindings = Object.entries(claim.bindings).map(([name, value]) => `${name}=${value ?? '-'}`);
    const unmet = claim.unmet.length === 0 ? '' : ` unmet ${claim.unmet.join(',')}`;
    return `${claim.state} ${bindings.join(' ')} (${claim.fidelity}, ${claim.proof.toLowerCase()}${unmet})`;
  });

/** A phrase as plain text. */
export const plain = (phrase: Phrase): string =>
  phrase.map((part) => (typeof part === 'string' ? part : String(part.value))).join('');
