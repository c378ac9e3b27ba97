import { posix } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  type Diagnostic,
  type Failed,
  fail,
  failAll,
  failEach,
  isNonEmpty,
  ok,
  type Result,
  type Span,
} from '../diagnostics/diagnostic.ts';
import { enumerated } from '../diagnostics/enumerated.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { type SourceText, sourceText } from '../diagnostics/source-text.ts';
import { TracefoldError } from '../diagnostics/tracefold-error.ts';
import { type EioModelOptions, eioModel } from '../eio/eio-model.ts';
import { indexModules } from '../eio/module/index-modules.ts';
import { loadEioModule, loadEmbeddedModule } from '../eio/module/load-eio-module.ts';
import type { EioModule } from '../eio/types.ts';
import { maskSecrets } from '../evidence/redaction/secrets.ts';
import type { DefinedModel } from '../model/define-model.ts';
import type { Model } from '../model/model.ts';
import type { ModelText } from '../model/model-text.ts';
import { MONITORS, shippedMonitor } from '../monitors/shipped.ts';
import { NEEDS_CONFIGURATION } from '../tla/model-files.ts';
import { tlaModel } from '../tla/tla-model.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { ScenarioHost } from './host.ts';
import type { ModelRef } from './trio.ts';

/** A model that is ready to judge, with the texts it was read from. */
export interface ResolvedModel {
  readonly ref: ModelRef;
  readonly model: Model;
  readonly texts: readonly ModelText[];
}

// One load for all trios of a host that name the same model in the same way; a host lives as long as one run of a test file.
const resolved = new WeakMap<ScenarioHost, Map<string, Promise<Result<ResolvedModel>>>>();

/** The model that a trio names; every error has a place, in the model's own file or at the name in the YAML. */
export function resolveModel(ref: ModelRef, host: ScenarioHost): Promise<Result<ResolvedModel>> {
  const { spec, config, mapping, constants } = ref;
  const key = canonicalJson([spec, config, mapping, constants]);
  const cache = resolved.get(host) ?? new Map<string, Promise<Result<ResolvedModel>>>();
  resolved.set(host, cache);
  const known = cache.get(key);
  const loaded = known ?? load(ref, host);
  cache.set(key, loaded);
  return loaded.then(async (shared) => {
    // What is wrong with a model is told where this trio names it, and not where the first one did.
    const result = shared.ok || known === undefined ? shared : await load(ref, host);
    if (result.ok) return ok({ ...result.value, ref });
    return failEach(result.errors, (error) => (error.at === undefined ? { ...error, at: ref.at } : error));
  });
}

async function load(ref: ModelRef, host: ScenarioHost): Promise<Result<ResolvedModel>> {
  try {
    return await loadKind(ref, host);
  } catch (error) {
    // A link that leads out of the project.
    if (error instanceof TracefoldError) return failAll(error.diagnostics);
    throw error;
  }
}

async function loadKind(ref: ModelRef, host: ScenarioHost): Promise<Result<ResolvedModel>> {
  if (ref.spec.startsWith('monitor:')) return loadMonitor(ref);
  if (ref.spec.startsWith('eio:')) return loadEio(ref, loadEmbeddedModule(ref.spec));
  if (ref.spec.endsWith('.tla')) return loadTla(ref, host);
  if (/\.ya?ml$/.test(ref.spec)) return loadEioFile(ref, host);
  if (/\.[cm]?[jt]s$/.test(ref.spec)) return loadCode(ref, host);
  return fail({
    code: 'scenario/unknown-model-kind',
    message: `"${ref.spec}" is no kind of model that tracefold knows`,
    expected: 'a .tla module, a .yaml EIO module, a .ts or .js model, "eio:…" or "monitor:…"',
  });
}

function loadTla(ref: ModelRef, host: ScenarioHost): Result<ResolvedModel> {
  const spec = readText(host, ref.spec);
  if (!spec.ok) return spec;
  const config = readConfiguration(ref, host);
  if (!config.ok) return config;
  const mapping = ref.mapping === null ? null : readNamed(host, ref.mapping, ref.mappingAt);
  // Without one beside it the model still takes steps; a leg with events then says that it is missing. One that is named has to be there.
  if (mapping?.ok === false && ref.mapping !== ref.spec.replace(/\.tla$/, '.mapping.yaml')) return mapping;
  const texts: ModelText[] = [spec.value, config.value];
  const folder = posix.dirname(ref.spec);
  const modules = {
    read: (name: string): SourceText | undefined => {
      const module = readText(host, posix.join(folder, `${name}.tla`));
      if (!module.ok) return undefined;
      texts.push(module.value);
      return module.value;
    },
  };
  const { constants } = ref;
  const model = tlaModel({
    spec: spec.value,
    config: config.value,
    mapping: mapping?.ok === true ? mapping.value : null,
    constants,
    modules,
  });
  if (!model.ok) return aboutConstants(model, ref);
  return ok({ ref, model: model.value as unknown as Model, texts: texts.map(({ file, text }) => ({ file, text })) });
}

function readConfiguration(ref: ModelRef, host: ScenarioHost): Result<SourceText> {
  const beside = ref.spec.replace(/\.tla$/, '.cfg');
  const path = ref.config ?? beside;
  const config = readNamed(host, path, ref.configAt);
  if (config.ok || path !== beside) return config;
  // Nobody wrote this path, so how paths are read is no help.
  return failEach(config.errors, (error) =>
    error.code === MISSING_FILE ? { ...error, hint: NEEDS_CONFIGURATION } : error,
  );
}

/** A file that is named beside the model; every error has the place of that name. */
function readNamed(host: ScenarioHost, path: string, at: Span): Result<SourceText> {
  try {
    const text = readText(host, path);
    return text.ok ? text : failEach(text.errors, (error) => ({ ...error, at }));
  } catch (error) {
    // A link that leads out of the project.
    if (error instanceof TracefoldError) return failEach(error.diagnostics, (one) => ({ ...one, at }));
    throw error;
  }
}

/** A module of the user's own; what it imports comes from the YAML files beside it, and from the modules that ship. */
function loadEioFile(ref: ModelRef, host: ScenarioHost): Result<ResolvedModel> {
  const source = readText(host, ref.spec);
  if (!source.ok) return source;
  const folder = posix.dirname(ref.spec);
  const beside = (host.listFiles?.(folder) ?? []).filter(
    (name) => /\.ya?ml$/.test(name) && posix.join(folder, name) !== ref.spec,
  );
  const others = beside.flatMap((name) => {
    const other = readText(host, posix.join(folder, name));
    return other.ok ? [other.value] : [];
  });
  return loadEio(ref, loadEioModule(source.value, indexModules(others)), source.value);
}

function loadEio(ref: ModelRef, module: Result<EioModule>, source?: SourceText): Result<ResolvedModel> {
  if (!module.ok) return module;
  const options = eioOptions(module.value.id, ref);
  if (!options.ok) return options;
  const model = eioModel(module.value, options.value);
  if (!model.ok) return model;
  const texts = source === undefined ? [] : [{ file: source.file, text: source.text }];
  return ok({ ref, model: model.value, texts });
}

/** The one setting of an EIO model that a trio can choose, given where a state machine has its constants. */
const EIO_CONSTANTS = ['quoteAware'];

function eioOptions(module: string, ref: ModelRef): Result<EioModelOptions> {
  for (const [name, value] of Object.entries(ref.constants)) {
    if (!EIO_CONSTANTS.includes(name)) {
      const message = `the EIO module ${module} has no setting "${name}"`;
      const hint = nearestHint(name, EIO_CONSTANTS);
      const expected = EIO_CONSTANTS.join(', ');
      return fail({
        code: 'scenario/unknown-constant',
        message,
        expected,
        at: ref.constantsAt,
        ...(hint === undefined ? {} : { hint }),
      });
    }
    if (typeof value !== 'boolean') {
      return fail({
        code: 'scenario/constant-type',
        message: `the setting "${name}" of ${module} is no truth value`,
        expected: 'true or false',
        at: ref.constantsAt,
      });
    }
  }
  return ok({ quoteAware: Object.hasOwn(ref.constants, 'quoteAware') && ref.constants.quoteAware === true });
}

const noConstants = (model: string, ref: ModelRef): Result<never> =>
  fail({ code: 'scenario/no-constants', message: `the model ${model} has no constants`, at: ref.constantsAt });

function loadMonitor(ref: ModelRef): Result<ResolvedModel> {
  const name = ref.spec.slice('monitor:'.length);
  const monitor = shippedMonitor(name);
  if (monitor !== undefined) return configure(ref, monitor);
  const hint = nearestHint(name, MONITORS);
  return fail({
    code: 'scenario/unknown-monitor',
    message: `tracefold ships no monitor "${name}"`,
    ...(hint === undefined ? {} : { hint }),
  });
}

async function loadCode(ref: ModelRef, host: ScenarioHost): Promise<Result<ResolvedModel>> {
  if (host.importModule === undefined) {
    return fail({ code: 'scenario/no-code', message: `models in code cannot be loaded here: "${ref.spec}"` });
  }
  const source = readText(host, ref.spec);
  if (!source.ok) return source;
  let module: unknown;
  try {
    module = await host.importModule(ref.spec);
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      return fail({
        code: 'scenario/model-not-loadable',
        message: `this version of Node cannot load "${ref.spec}"`,
        hint: 'install Vite (Vitest brings it), use a Node that strips types (22.18 or newer), or name a compiled model',
      });
    }
    // What `defineModel` says of a definition: told as it is, at the place that names the model.
    const { diagnostics } = (error ?? {}) as Partial<TracefoldError>;
    if (Array.isArray(diagnostics) && isNonEmpty(diagnostics)) return failAll<Diagnostic>(diagnostics);
    const message = `loading "${ref.spec}" threw: ${reasonOf(error)}`;
    // Babel without its preset for TypeScript: what Jest uses unless told otherwise. Its error is of another realm.
    const untyped = /^BABEL_PARSE/.test(String((error as { code?: unknown } | null)?.code)) && /ts$/.test(ref.spec);
    const hint = 'Jest reads TypeScript only with a transform such as @swc/jest, ts-jest or the preset of Babel';
    return fail({ code: 'scenario/model-threw', message, ...(untyped ? { hint } : {}) });
  }
  const exported = module as { readonly default?: unknown; readonly model?: unknown };
  // A CommonJS module that was compiled from ESM keeps its default one level further in.
  const candidates = [exported.default, exported.model, (exported.default as typeof exported | undefined)?.default];
  const model = candidates.find(isModel);
  // The text as it stands in the file: what a function says of itself is written anew by every transpiler.
  if (model !== undefined) return configure(ref, model, [{ file: ref.spec, text: source.value.text }]);
  return fail({
    code: 'scenario/no-model-exported',
    message: `"${ref.spec}" exports no model`,
    expected: 'a model from defineModel as the default export, or as "model"',
    ...exportedInstead(exported),
  });
}

/** What to change, where the model is there but cannot be had. */
function exportedInstead(exported: { readonly default?: unknown }): { readonly hint?: string } {
  const given = exported.default;
  if (typeof (given as { then?: unknown } | null | undefined)?.then === 'function') {
    return { hint: 'it exports a promise: await it in the module' };
  }
  if (typeof given === 'function') return { hint: 'it exports a function: export the model that it gives' };
  const models = Object.entries(exported).filter(([, value]) => isModel(value));
  const names = enumerated(models.map(([name]) => `"${name}"`));
  if (models.length > 0) return { hint: `it exports ${names}: make the one that is meant the default export` };
  const { initial, actions } = (given ?? {}) as { readonly initial?: unknown; readonly actions?: unknown };
  const raw = typeof initial === 'function' || (typeof actions === 'object' && actions !== null);
  return raw ? { hint: 'it exports a definition: put defineModel(…) around it' } : {};
}

/** What a module threw, on one line, as compilers frame the place in the lines below; without the folders of this machine. */
function reasonOf(error: unknown): string {
  const text = stripVTControlCharacters(maskSecrets(error instanceof Error ? error.message : String(error)));
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.slice(0, 3).filter((line) => line !== '' && !/^(?:[->|]|Require stack|\d+ *\|)/.test(line));
  return said
    .join(' ')
    .replaceAll(/(?:\/|[A-Za-z]:\\)(?:[^\s:'"()]*[\\/])+/g, '')
    .slice(0, 400);
}

function configure(ref: ModelRef, model: Model, texts: readonly ModelText[] = []): Result<ResolvedModel> {
  if (Object.keys(ref.constants).length === 0) return ok({ ref, model, texts });
  const { withConstants } = model as Partial<DefinedModel<object, object>>;
  if (withConstants === undefined) return noConstants(model.name, ref);
  const changed = withConstants(ref.constants);
  return changed.ok ? ok({ ref, model: changed.value, texts }) : aboutConstants(changed, ref);
}

/** What has no place in a file of the model is about the constants that the YAML gives it. */
const aboutConstants = ({ errors }: Failed, ref: ModelRef): Failed =>
  failEach(errors, (error) => ({ at: ref.constantsAt, ...error }));

function isModel(value: unknown): value is Model {
  const model = value as Partial<Model> | null | undefined;
  return (
    typeof model === 'object' && model !== null && typeof model.fold === 'function' && Array.isArray(model.predicates)
  );
}

const MISSING_FILE = 'scenario/missing-file';

export function missingFile(path: string): Diagnostic {
  return {
    code: MISSING_FILE,
    message: `there is no file "${path}"`,
    hint: 'a path is relative to the scenario file, or to the folder of the call',
  };
}

/** A text file of the project; an error if it is missing. */
export function readText(host: ScenarioHost, path: string): Result<SourceText> {
  const bytes = host.readBytes(path);
  if (bytes === null) return fail(missingFile(path));
  return ok(sourceText(path, new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes)));
}
