import type { YamlPath } from '../../yaml/parse-yaml.ts';
import { checkUnique } from './check-vocabulary.ts';
import { type Names, unknownIdHint } from './names.ts';
import type { Report } from './report.ts';
import type { PredicateSource } from './schema.ts';

/** The kinds of evidence that a predicate's contract asks for, and whether it can be met. */
export function checkContract(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
  const contract = source.evidence_contract;
  const at = [...path, 'evidence_contract'];
  const groups = contract.require_groups ?? [];
  const lists: [YamlPath, readonly string[] | undefined][] = [
    [[...at, 'require_all'], contract.require_all],
    [[...at, 'require_any'], contract.require_any],
    ...groups.map((group, index): [YamlPath, readonly string[]] => [[...at, 'require_groups', index], group]),
    [[...at, 'forbid_as_agent_proof'], contract.forbid_as_agent_proof],
    [[...at, 'pass_contract', 'require_all'], contract.pass_contract?.require_all],
    [[...at, 'pass_contract', 'require_any'], contract.pass_contract?.require_any],
  ];
  for (const [list, kinds] of lists) {
    checkUnique(report, list, kinds);
    kinds?.forEach((kind, index) => {
      if (names.evidenceTypes.has(kind)) return;
      report.error('eio/unknown-evidence-kind', [...list, index], {
        message: `unknown evidence kind "${kind}"`,
        hint: () => unknownIdHint(kind, names.evidenceTypes.keys()),
      });
    });
  }
  if (
    contract.require_all === undefined &&
    contract.require_any === undefined &&
    contract.require_groups === undefined
  ) {
    report.error('eio/evidence-contract', at, {
      message: `the evidence contract of "${source.id}" requires no kind of evidence`,
      expected: '"require_all", "require_any" or "require_groups"',
    });
    return;
  }
  const required = [...(contract.require_all ?? []), ...(contract.require_any ?? []), ...groups.flat()];
  if (contract.typed_absence === true && !required.includes('TYPED_ABSENCE')) {
    report.warn('eio/evidence-contract', [...at, 'typed_absence'], {
      message: `"${source.id}" says typed_absence, and its contract takes no TYPED_ABSENCE`,
    });
  }
  const known = required.every((kind) => names.evidenceTypes.has(kind));
  const proves = (kind: string) =>
    names.evidenceTypes.get(kind)?.can_prove_agent_behaviour === true &&
    contract.forbid_as_agent_proof?.includes(kind) !== true;
  if (known && source.polarity === 'risk' && !required.some(proves)) {
    report.warn('eio/evidence-contract', at, {
      message: `no kind that "${source.id}" requires can prove what the agent did, so a finding on it is never proven`,
    });
  }
}
