import { createHash } from 'node:crypto';
import { failAll, isNonEmpty, ok, type Result } from '../../diagnostics/diagnostic.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import { EMBEDDED_MODULES, embeddedModule } from '../embedded/embedded.ts';
import { type ModuleSource, readModuleFile } from './read-module-file.ts';
import { type EioDiagnostic, reportOn } from './report.ts';

/**
 * Gives the source of an imported module, or undefined if it has none. It may answer with another version than the one asked for: the
 * loader compares, and then says which version is there.
 */
export type ResolveModule = (id: string, version: string) => SourceText | undefined;

/** A module and all that it imports; the imported ones come first, the module itself is last. */
export type Closure = readonly ClosureModule[];

export interface ClosureModule extends ModuleSource {
  /** Ids of the modules that this one imports, directly or not; without itself. */
  readonly reaches: ReadonlySet<string>;
  /** Whether it ships with the package, and is known to be sound. */
  readonly embedded: boolean;
}

const MAX_MODULES = 64;

// The modules that ship never change, so they are read once.
const readEmbedded = new Map<string, Result<ModuleSource, EioDiagnostic>>();

/**
 * Follows the imports of a module (reference section 1, "imports"): by id and exact version, transitively. Whatever the resolver does
 * not have is looked for among the modules that ship.
 */
export function importClosure(source: SourceText, resolve: ResolveModule): Result<Closure, EioDiagnostic> {
  const root = readModuleFile(source);
  if (!root.ok) return root;
  const finished = new Map<string, ClosureModule>();
  const errors: EioDiagnostic[] = [];
  let visited = 0;

  const visit = (module: ModuleSource, chain: readonly string[], embedded: boolean): ClosureModule => {
    const { document, file } = module;
    const report = reportOn(document);
    const here = [...chain, file.eio.id];
    const reaches = new Set<string>();
    const seen = new Map<string, number>();
    (file.imports ?? []).forEach((wanted, index) => {
      const path = ['imports', index, 'module'];
      const pin = ['imports', index, 'version'];
      const twice = seen.get(wanted.module);
      if (twice !== undefined) {
        report.error('eio/import-twice', path, {
          message: `"${wanted.module}" is imported twice`,
          related: [{ message: 'imported here first', at: document.spanOf(['imports', twice, 'module']) }],
        });
        return;
      }
      seen.set(wanted.module, index);
      if (wanted.module === file.eio.id) {
        report.error('eio/import-self', path, { message: `"${wanted.module}" imports itself` });
        return;
      }
      const start = here.indexOf(wanted.module);
      if (start >= 0) {
        report.error('eio/import-cycle', path, {
          message: `the imports run in a circle: ${[...here.slice(start), wanted.module].join(' -> ')}`,
        });
        return;
      }
      const known = finished.get(wanted.module);
      if (known !== undefined && known.file.eio.version !== wanted.version) {
        report.error('eio/import-conflict', pin, {
          message: `"${wanted.module}" is imported at ${wanted.version}, and elsewhere at ${known.file.eio.version}`,
          expected: 'one version of each module',
          related: [
            { message: `the module at ${known.file.eio.version}`, at: known.document.spanOf(['eio', 'version']) },
          ],
        });
        return;
      }
      const found = known === undefined ? find(wanted.module, wanted.version, resolve) : undefined;
      const text = known?.document.source ?? found?.source;
      if (text === undefined) {
        report.error('eio/import-unknown', path, {
          message: `there is no module "${wanted.module}"`,
          hint: nearestHint(
            wanted.module,
            EMBEDDED_MODULES.map((one) => one.id),
          ),
        });
        return;
      }
      if (wanted.sha256 !== undefined) {
        const actual = `sha256:${createHash('sha256').update(text.text, 'utf8').digest('hex')}`;
        if (actual !== wanted.sha256) {
          report.error('eio/import-digest', ['imports', index, 'sha256'], {
            message: `the bytes of "${wanted.module}" are not the pinned ones`,
            expected: actual,
          });
          return;
        }
      }
      let imported = known;
      if (imported === undefined) {
        const read = found!.embedded ? readShipped(found!.source) : readModuleFile(found!.source);
        if (!read.ok) {
          errors.push(...read.errors);
          return;
        }
        const { id, version } = read.value.file.eio;
        if (id !== wanted.module) {
          report.error('eio/import-unknown', path, {
            message: `the module given for "${wanted.module}" calls itself "${id}"`,
            related: [{ message: 'its id', at: read.value.document.spanOf(['eio', 'id']) }],
          });
          return;
        }
        if (version !== wanted.version) {
          report.error('eio/import-version', pin, {
            message: `"${wanted.module}" is imported at ${wanted.version}, but ${version} is there`,
            expected: version,
            related: [{ message: 'its version', at: read.value.document.spanOf(['eio', 'version']) }],
          });
          return;
        }
        if (++visited > MAX_MODULES) {
          report.error('eio/too-large', path, {
            message: 'too many modules are imported',
            expected: `at most ${MAX_MODULES}`,
          });
          return;
        }
        imported = visit(read.value, here, found!.embedded);
      }
      reaches.add(wanted.module);
      for (const id of imported.reaches) reaches.add(id);
    });
    errors.push(...report.errors);
    const closed: ClosureModule = { ...module, reaches, embedded };
    finished.set(file.eio.id, closed);
    return closed;
  };

  visit(root.value, [], embeddedModule(root.value.file.eio.id)?.source === source);
  return isNonEmpty(errors) ? failAll(errors) : ok([...finished.values()]);
}

function find(id: string, version: string, resolve: ResolveModule) {
  const given = resolve(id, version);
  if (given !== undefined) return { source: given, embedded: false };
  const shipped = embeddedModule(id);
  return shipped === undefined || shipped.id !== id ? undefined : { source: shipped.source, embedded: true };
}

function readShipped(source: SourceText): Result<ModuleSource, EioDiagnostic> {
  const known = readEmbedded.get(source.file);
  if (known !== undefined) return known;
  const read = readModuleFile(source);
  readEmbedded.set(source.file, read);
  return read;
}
