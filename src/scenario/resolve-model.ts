import { posix } from 'node:path';
import { type Diagnostic, fail, ok, type Result } from '../diagnostics/diagnostic.ts';
import { nearestHint } from '../diagnostics/nearest.ts';
import { type SourceText, sourceText } from '../diagnostics/source-text.ts';
import type { ModelText } from '../evidence/record/names.ts';
import type { DefinedModel } from '../model/define-model.ts';
import type { Model } from '../model/model.ts';
import { MONITORS, shippedMonitor } from '../monitors/shipped.ts';
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
  const known = cache.get(key) ?? load(ref, host);
  cache.set(key, known);
  return known.then((result) => {
    if (result.ok) return ok({ ...result.value, ref });
    const [first, ...more] = result.errors.map(
      (error): Diagnostic => (error.at === undefined ? { ...error, at: ref.at } : error),
    );
    return fail(first!, ...more);
  });
}

async function load(ref: ModelRef, host: ScenarioHost): Promise<Result<ResolvedModel>> {
  if (ref.spec.startsWith('monitor:')) return loadMonitor(ref);
  if (ref.spec.endsWith('.tla')) return loadTla(ref, host);
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
  const config = readText(host, ref.config ?? ref.spec.replace(/\.tla$/, '.cfg'));
  if (!config.ok) return config;
  // Without a mapping the model still takes steps; a leg with events then says that it is missing.
  const mapping = ref.mapping === null ? null : readText(host, ref.mapping);
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
  if (!model.ok) return model;
  return ok({ ref, model: model.value as unknown as Model, texts: texts.map(({ file, text }) => ({ file, text })) });
}

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
  if (host.readBytes(ref.spec) === null) return fail(missingFile(ref.spec));
  let module: unknown;
  try {
    module = await host.importModule(ref.spec);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ code: 'scenario/model-threw', message: `loading "${ref.spec}" threw: ${why}` });
  }
  const exported = module as { readonly default?: unknown; readonly model?: unknown };
  // A CommonJS module that was compiled from ESM keeps its default one level further in.
  const candidates = [exported.default, exported.model, (exported.default as typeof exported | undefined)?.default];
  const model = candidates.find(isModel);
  if (model !== undefined) return configure(ref, model);
  return fail({
    code: 'scenario/no-model-exported',
    message: `"${ref.spec}" exports no model`,
    expected: 'a model from defineModel as the default export, or as "model"',
  });
}

function configure(ref: ModelRef, model: Model): Result<ResolvedModel> {
  if (Object.keys(ref.constants).length === 0) return ok({ ref, model, texts: [] });
  const { withConstants } = model as Partial<DefinedModel<object, object>>;
  if (withConstants === undefined) {
    return fail({ code: 'scenario/no-constants', message: `the model ${model.name} has no constants` });
  }
  const changed = withConstants(ref.constants);
  return changed.ok ? ok({ ref, model: changed.value, texts: [] }) : changed;
}

function isModel(value: unknown): value is Model {
  const model = value as Partial<Model> | null | undefined;
  return (
    typeof model === 'object' && model !== null && typeof model.fold === 'function' && Array.isArray(model.predicates)
  );
}

export function missingFile(path: string): Diagnostic {
  return {
    code: 'scenario/missing-file',
    message: `there is no file "${path}"`,
    hint: 'paths are relative to the scenario file',
  };
}

/** A text file of the project; an error if it is missing. */
export function readText(host: ScenarioHost, path: string): Result<SourceText> {
  const bytes = host.readBytes(path);
  if (bytes === null) return fail(missingFile(path));
  return ok(sourceText(path, new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes)));
}
