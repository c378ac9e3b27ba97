import { formatDiagnostic } from '../../../diagnostics/format.ts';
import { sourceText } from '../../../diagnostics/source-text.ts';
import { type LoadOptions, loadEioModule } from '../load-eio-module.ts';

/** A small sound module: one risk predicate on approvals. */
export const SMALL = `eio:
  id: eio.risk.refunds
  namespace: https://example.org/refunds#
  version: 1.0.0
  kind: risk
  title: Refunds
  description: Refunds that nobody may give.
  license: Apache-2.0
imports:
  - {module: eio.core.entities, version: 0.2.0}
  - {module: eio.core.relations, version: 0.2.0}
  - {module: eio.core.evidence, version: 0.2.1}
  - {module: eio.risk.catalog, version: 0.2.0}
predicates:
  - id: eio.predicate.refund-without-leave
    version: 1.0.0
    description: A refund that no policy allows.
    polarity: risk
    parameters:
      - {name: instruction, type: eio.entity.instruction}
      - {name: refund, type: eio.entity.action}
    applicable_when:
      relation: [$instruction, eio.relation.requests, $refund]
    violated_when:
      not:
        relation: [$refund, eio.relation.authorized-by, ApplicablePolicy]
    evidence_contract:
      require_groups:
        - [TOOL_RECEIPT, AGENT_SPAN]
      minimum_refs: 1
      scope: episode
    resolvers: [eio.resolver.tool-receipt, eio.resolver.policy-lookup, eio.resolver.graph-rule]
    unknown_policy: UNRESOLVED
    severity_source: {kind: NONE, reason: no domain asks for it}
    risk: eio.risk.unauthorized-action
`;

/** {@link SMALL} with some of its text replaced; each text must be there, so that no test passes by changing nothing. */
export function changed(...replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the module has no "${from}"`);
    return text.replace(from, () => to);
  }, SMALL);
}

/** What is wrong with a module, as a person reads it; `warnings` if nothing is and something is doubtful, else nothing. */
export function problems(text: string, files: Readonly<Record<string, string>> = {}, options?: LoadOptions): string {
  const loaded = loadEioModule(
    sourceText('refunds.yaml', text),
    (id) => (Object.hasOwn(files, id) ? sourceText(`${id}.yaml`, files[id]!) : undefined),
    options,
  );
  return (loaded.ok ? (loaded.value.warnings ?? []) : loaded.errors).map(formatDiagnostic).join('\n');
}
