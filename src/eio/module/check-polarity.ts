import type { YamlPath } from '../../yaml/parse-yaml.ts';
import { checkConceptKind } from './check-vocabulary.ts';
import type { Names } from './names.ts';
import type { PredicateScope } from './predicate-scope.ts';
import type { Report } from './report.ts';
import type { PredicateSource } from './schema.ts';

/** What a predicate's polarity asks of it: a risk or a safeguard, and when it is violated or satisfied. */
export function checkPolarity(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
  const needs = (key: 'risk' | 'violated_when' | 'safeguard' | 'satisfied_when') => {
    if (source[key] !== undefined) return;
    report.error('eio/polarity', [...path, 'polarity'], {
      message: `"${source.id}" has polarity ${source.polarity} and no "${key}"`,
      expected: source.polarity === 'risk' ? '"risk" and "violated_when"' : '"safeguard" and "satisfied_when"',
    });
  };
  switch (source.polarity) {
    case 'risk':
      needs('risk');
      needs('violated_when');
      break;
    case 'safeguard':
      needs('safeguard');
      needs('satisfied_when');
      break;
    case 'observation':
      if (source.satisfied_when === undefined && source.violated_when === undefined) {
        report.error('eio/polarity', [...path, 'polarity'], {
          message: `"${source.id}" says neither when it is satisfied nor when it is violated`,
          expected: '"satisfied_when" or "violated_when"',
        });
      }
      break;
  }
  if (source.risk !== undefined) checkConceptKind(report, [...path, 'risk'], source.risk, 'risk', names);
  if (source.safeguard !== undefined) {
    checkConceptKind(report, [...path, 'safeguard'], source.safeguard, 'safeguard', names);
  }
  const stray = source.polarity === 'risk' ? 'safeguard' : source.polarity === 'safeguard' ? 'risk' : undefined;
  if (stray !== undefined && source[stray] !== undefined) {
    report.error('eio/polarity', [...path, stray], {
      message: `"${source.id}" has polarity ${source.polarity} and names a ${stray}`,
      expected: `polarity ${stray}, or no "${stray}"`,
    });
  }
}

/** A predicate has a severity from a domain, or says that it has none. */
export function checkSeverity(report: Report, source: PredicateSource, path: YamlPath, scope: PredicateScope): void {
  if (source.severity_source !== undefined && scope.obliged.has(source.id)) {
    report.error('eio/severity', [...path, 'severity_source'], {
      message: `"${source.id}" says that nothing gives it a severity, and a domain obliges it`,
      expected: 'no "severity_source"',
    });
  } else if (source.severity_source === undefined && !scope.obliged.has(source.id)) {
    report.warn('eio/severity', [...path, 'id'], {
      message: `no domain that is known obliges "${source.id}", so its findings have no severity`,
      expected: '"severity_source: {kind: NONE, reason: …}"',
    });
  }
}
