import { nearestHint } from '../../diagnostics/nearest.ts';
import type { YamlPath } from '../../yaml/parse-yaml.ts';
import { checkUnique, unknown } from './check-vocabulary.ts';
import type { Names } from './names.ts';
import type { Report } from './report.ts';
import type { PredicateSource } from './schema.ts';

/** The predicates that one subsumes: known ones, and in no circle. */
export function checkSubsumes(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
  checkUnique(report, [...path, 'subsumes'], source.subsumes);
  source.subsumes?.forEach((id, index) => {
    const at = [...path, 'subsumes', index];
    if (!names.predicates.has(id)) {
      unknown(report, at, 'predicate', id, names.predicates.keys());
      return;
    }
    const circle = circleFrom(source.id, id, (predicate) => names.predicates.get(predicate)?.subsumes ?? []);
    if (circle === undefined) return;
    report.error('eio/subsumes', at, {
      message: id === source.id ? `"${id}" subsumes itself` : `predicates subsume each other: ${circle.join(' -> ')}`,
    });
  });
}

/** The way from `next` back to `start`, if there is one; shortest first. */
function circleFrom(start: string, next: string, edges: (id: string) => readonly string[]): string[] | undefined {
  const cameFrom = new Map<string, string>([[next, start]]);
  for (const id of cameFrom.keys()) {
    if (id === start) {
      const way = [start];
      for (let at = cameFrom.get(start)!; at !== start; at = cameFrom.get(at)!) way.unshift(at);
      return [start, ...way];
    }
    // A map grows under its own iteration, so this visits every predicate once, the nearest first.
    for (const after of edges(id)) if (!cameFrom.has(after)) cameFrom.set(after, id);
  }
  return undefined;
}

/** The facts that other predicates supply: asked for, by known predicates, and in no circle. */
export function checkInputs(report: Report, source: PredicateSource, path: YamlPath, names: Names): void {
  const asked = factNames(source.applicable_when);
  const supplied = new Set<string>();
  source.applicability_inputs?.forEach((input, index) => {
    const at = [...path, 'applicability_inputs', index];
    if (!names.predicates.has(input.predicate)) {
      unknown(report, [...at, 'predicate'], 'predicate', input.predicate, names.predicates.keys());
    } else {
      const circle = circleFrom(source.id, input.predicate, (id) =>
        (names.predicates.get(id)?.applicability_inputs ?? []).map((one) => one.predicate),
      );
      if (circle !== undefined) {
        report.error('eio/applicability-input', [...at, 'predicate'], {
          message: `predicates wait for each other: ${circle.join(' -> ')}`,
        });
      }
    }
    if (supplied.has(input.provides_fact)) {
      report.error('eio/applicability-input', [...at, 'provides_fact'], {
        message: `the fact "${input.provides_fact}" is supplied twice`,
        expected: 'one claim for each fact',
      });
    }
    supplied.add(input.provides_fact);
    if (!asked.has(input.provides_fact)) {
      report.error('eio/applicability-input', [...at, 'provides_fact'], {
        message: `"applicable_when" of "${source.id}" asks for no fact "${input.provides_fact}"`,
        hint: () => nearestHint(input.provides_fact, asked),
      });
    }
  });
}

/** Names of the facts in an expression that was not read yet; what is no expression has none. */
function factNames(expression: unknown): Set<string> {
  const found = new Set<string>();
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: expression, depth: 0 }];
  for (let visited = 0; open.length > 0 && visited < 5000; visited++) {
    const { value, depth } = open.pop()!;
    if (typeof value !== 'object' || value === null || depth > 200) continue;
    for (const [key, item] of Object.entries(value)) {
      if (key === 'fact' && typeof item === 'string') found.add(item);
      else open.push({ value: item, depth: depth + 1 });
    }
  }
  return found;
}
