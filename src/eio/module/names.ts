import type { Span } from '../../diagnostics/diagnostic.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { YamlPath } from '../../yaml/parse-yaml.ts';
import { EMBEDDED_MODULES } from '../embedded/embedded.ts';
import type { Closure, ClosureModule } from './imports.ts';
import type { Report } from './report.ts';
import type { ModuleFile, PredicateSource } from './schema.ts';

type Concept = NonNullable<ModuleFile['concepts']>[number];
type Relation = NonNullable<ModuleFile['relations']>[number];
type EvidenceType = NonNullable<ModuleFile['evidence_types']>[number];
type SourceType = NonNullable<ModuleFile['source_types']>[number];
type Resolver = NonNullable<ModuleFile['resolvers']>[number];

/** Everything that is declared in a module or in what it imports, by id. */
export interface Names {
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly evidenceTypes: ReadonlyMap<string, EvidenceType>;
  readonly sourceTypes: ReadonlyMap<string, SourceType>;
  readonly resolvers: ReadonlyMap<string, Resolver>;
  readonly predicates: ReadonlyMap<string, PredicateSource>;
}

/** What is visible to one module of a closure: its own declarations and those of the modules that it reaches. */
export function visibleNames(closure: Closure, module: ClosureModule): Names {
  const names = {
    concepts: new Map<string, Concept>(),
    relations: new Map<string, Relation>(),
    evidenceTypes: new Map<string, EvidenceType>(),
    sourceTypes: new Map<string, SourceType>(),
    resolvers: new Map<string, Resolver>(),
    predicates: new Map<string, PredicateSource>(),
  };
  for (const { file } of closure) {
    if (file !== module.file && !module.reaches.has(file.eio.id)) continue;
    const add = <T extends { readonly id: string }>(map: Map<string, T>, entries: readonly T[] | undefined) => {
      // The first declaration counts; a second one is reported by `checkIds`.
      for (const entry of entries ?? []) if (!map.has(entry.id)) map.set(entry.id, entry);
    };
    add(names.concepts, file.concepts);
    add(names.relations, file.relations);
    add(names.evidenceTypes, file.evidence_types);
    add(names.sourceTypes, file.source_types);
    add(names.resolvers, file.resolvers);
    add(names.predicates, file.predicates);
  }
  return names;
}

const SECTIONS = ['concepts', 'relations', 'evidence_types', 'source_types', 'resolvers', 'predicates'] as const;

/** Ids are unique in a module and in all that it reaches. */
export function checkIds(report: Report, closure: Closure, module: ClosureModule): void {
  const declared = new Map<string, { readonly at: Span; readonly by: string }>();
  for (const { file, document } of closure) {
    const own = file === module.file;
    if (!own && !module.reaches.has(file.eio.id)) continue;
    for (const section of SECTIONS) {
      (file[section] ?? []).forEach((entry, index) => {
        const path: YamlPath = [section, index, 'id'];
        // Evidence kinds and source types are bare names, and two of them are both.
        const key = entry.id.startsWith('eio.') ? entry.id : `${section} ${entry.id}`;
        const first = declared.get(key);
        if (first === undefined) declared.set(key, { at: document.spanOf(path), by: file.eio.id });
        else if (own) {
          report.error('eio/duplicate-id', path, {
            message: `"${entry.id}" is declared twice`,
            hint: first.by === file.eio.id ? undefined : `"${first.by}" is imported and declares it; choose another id`,
            related: [{ message: 'declared here first', at: first.at }],
          });
        }
      });
    }
  }
}

/** Whether `type` is `ancestor` or descends from it; false for what is not declared. */
export function isA(names: Names, type: string, ancestor: string): boolean {
  return ancestry(names, type).has(ancestor);
}

// Asked at every use of a relation, so each type's ancestors are collected once.
const ancestries = new WeakMap<Names, Map<string, ReadonlySet<string>>>();

function ancestry(names: Names, type: string): ReadonlySet<string> {
  const known = ancestries.get(names) ?? new Map<string, ReadonlySet<string>>();
  ancestries.set(names, known);
  const found = known.get(type);
  if (found !== undefined) return found;
  const all = new Set<string>();
  for (let at: string | undefined = type; at !== undefined && !all.has(at); at = names.concepts.get(at)?.parent) {
    all.add(at);
  }
  known.set(type, all);
  return all;
}

/** The hint for an id that nothing visible declares: the module that ships and declares it, or the nearest id that is visible. */
export function unknownIdHint(id: string, known: Iterable<string>): string | undefined {
  const line = new RegExp(`\\bid: ${id.replace(/[^a-zA-Z0-9-]/g, '\\$&')}(?![a-z0-9.-])`);
  const shipped = EMBEDDED_MODULES.find((module) => module.id !== id && line.test(module.source.text));
  return shipped === undefined
    ? nearestHint(id, known)
    : `"${shipped.id}" ${shipped.version} declares it and is not imported`;
}
