import { fail, failAll, isNonEmpty, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import { embeddedModule, SHORT_NAMES } from '../embedded/embedded.ts';
import type { EioModule, Predicate } from '../types.ts';
import { RESOLVER_ABILITIES } from '../vocabulary/abilities.ts';
import { CONSTANTS } from '../vocabulary/constants.ts';
import { FACTS } from '../vocabulary/facts.ts';
import type { ConstantSignature, FactSignature, ResolverAbility } from '../vocabulary/signatures.ts';
import { buildVocabulary } from './build-vocabulary.ts';
import { checkPredicate } from './check-predicate.ts';
import { checkVocabulary, unknown } from './check-vocabulary.ts';
import { type Closure, type ClosureModule, importClosure, type ResolveModule } from './imports.ts';
import { checkIds, type Names, visibleNames } from './names.ts';
import { obligedPredicates, type PredicateScope } from './predicate-scope.ts';
import { proposition } from './proposition.ts';
import { readPredicate } from './read-predicate.ts';
import { type EioDiagnostic, inOrder, type Report, reportOn } from './report.ts';

/** What a user's resolvers add to what modules may speak of, and how strict the loader is. */
export interface LoadOptions {
  /** Facts beside those of context-trust. One with a known name takes its place. */
  readonly facts?: readonly FactSignature[];
  /** Constants beside those of context-trust. */
  readonly constants?: readonly ConstantSignature[];
  /** What resolvers of the user's own can decide; a resolver without an entry may decide all that its `output` says. */
  readonly abilities?: readonly ResolverAbility[];
  /** Whether a use outside of a relation's domain or range is an error. Default: only in `eio.risk.context-trust`. */
  readonly strict?: boolean;
}

const CONTEXT_TRUST = 'eio.risk.context-trust';

/**
 * Loads an EIO module with all that it imports, and checks both (docs/eio.md lists what is checked). Imports come from `resolve`, and
 * what it does not have from the modules that ship. Errors are `yaml/…`, `shape/…` or `eio/…` diagnostics with their place in the file
 * that they are in; what is only doubtful stands in the module's `warnings`.
 */
export function loadEioModule(
  source: SourceText,
  resolve: ResolveModule = () => undefined,
  options: LoadOptions = {},
): Result<EioModule, EioDiagnostic> {
  const closure = importClosure(source, resolve);
  if (!closure.ok) return closure;
  const obliged = obligedPredicates(
    closure.value.flatMap(({ file }) => (file.domain?.coverage_obligations ?? []).map((one) => one.predicate)),
  );
  const errors: EioDiagnostic[] = [];
  let loaded: EioModule | undefined;
  const suppliers: Predicate[] = [];
  for (const module of closure.value) {
    const isRoot = module === closure.value.at(-1);
    // What ships is held sound by its tests; checking it again on every load would only cost time.
    if (module.embedded && !isRoot) continue;
    const report = reportOn(module.document);
    const names = visibleNames(closure.value, module);
    const predicates = checkModule(report, closure.value, module, names, {
      names,
      facts: byName([...FACTS, ...(options.facts ?? [])]),
      constants: byName([...CONSTANTS, ...(options.constants ?? [])]),
      abilities: new Map([...RESOLVER_ABILITIES, ...(options.abilities ?? [])].map((one) => [one.id, one])),
      obliged,
      strictTypes: options.strict ?? module.file.eio.id === CONTEXT_TRUST,
    });
    errors.push(...inOrder(report.errors));
    if (isRoot) loaded = moduleOf(report, module, predicates, names);
    else suppliers.push(...predicates);
  }
  if (isNonEmpty(errors)) return failAll(errors);
  return ok(suppliers.length === 0 ? loaded! : { ...loaded!, suppliers });
}

/** Loads a module that ships, by id or short name: `eio:context-trust`. */
export function loadEmbeddedModule(name: string, options: LoadOptions = {}): Result<EioModule, EioDiagnostic> {
  const module = embeddedModule(name);
  if (module !== undefined) return loadEioModule(module.source, () => undefined, options);
  const hint = nearestHint(name, SHORT_NAMES.keys());
  return fail({
    code: 'eio/import-unknown',
    message: `no module "${name}" comes with the package`,
    ...(hint === undefined ? {} : { hint }),
  });
}

function checkModule(
  report: Report,
  closure: Closure,
  module: ClosureModule,
  names: Names,
  scope: PredicateScope,
): readonly Predicate[] {
  const { file } = module;
  checkIds(report, closure, module);
  checkVocabulary(report, file, names);
  const predicates = (file.predicates ?? []).flatMap((source, index) => {
    const path = ['predicates', index];
    const predicate = readPredicate(report, source, path);
    checkPredicate(report, source, predicate, path, scope);
    return predicate ?? [];
  });
  file.domain?.coverage_obligations.forEach((obligation, index) => {
    if (names.predicates.has(obligation.predicate)) return;
    const path = ['domain', 'coverage_obligations', index, 'predicate'];
    unknown(report, path, 'predicate', obligation.predicate, names.predicates.keys());
  });
  // A changed proposition is only worth telling of once all else is right.
  if (report.errors.length === 0) checkVersions(report, module, predicates);
  return predicates;
}

/** A predicate that ships may be written out again, but another proposition needs another version (reference section 1). */
function checkVersions(report: Report, module: ClosureModule, predicates: readonly Predicate[]): void {
  const shipped = embeddedModule(module.file.eio.id);
  if (shipped === undefined || shipped.source === module.document.source) return;
  const published = publishedPropositions(shipped.source);
  predicates.forEach((predicate, index) => {
    const original = published.get(`${predicate.id} ${predicate.version}`);
    if (original === undefined || original === proposition(predicate)) return;
    report.error('eio/version-not-bumped', ['predicates', index, 'version'], {
      message: `"${predicate.id}" ${predicate.version} is published, and says something else`,
      expected: 'another version, as expressions, polarity, unknown policy, evidence contract or "subsumes" differ',
    });
  });
}

// What ships never changes, so it is read once.
const propositions = new Map<SourceText, ReadonlyMap<string, string>>();

function publishedPropositions(source: SourceText): ReadonlyMap<string, string> {
  const known = propositions.get(source);
  if (known !== undefined) return known;
  const loaded = loadEioModule(source);
  const published = new Map(
    (loaded.ok ? loaded.value.predicates : []).map((one) => [`${one.id} ${one.version}`, proposition(one)]),
  );
  propositions.set(source, published);
  return published;
}

function moduleOf(report: Report, module: ClosureModule, predicates: readonly Predicate[], names: Names): EioModule {
  const { eio, imports } = module.file;
  return {
    id: eio.id,
    version: eio.version,
    namespace: eio.namespace,
    kind: eio.kind,
    title: eio.title,
    description: eio.description,
    imports: (imports ?? []).map((one, index) => ({
      module: one.module,
      version: one.version,
      ...(one.sha256 === undefined ? {} : { sha256: one.sha256 }),
      at: report.spanOf(['imports', index]),
    })),
    predicates,
    vocabulary: buildVocabulary(names),
    warnings: inOrder(report.warnings),
    at: report.spanOf([]),
  };
}

const byName = <T extends { readonly name: string }>(entries: readonly T[]): ReadonlyMap<string, T> =>
  new Map(entries.map((entry) => [entry.name, entry]));
