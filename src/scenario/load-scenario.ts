import { posix } from 'node:path';
import { type Diagnostic, fail, ok, type Result, type Span } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import type { Step } from '../model/state-machine.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import { type EventKind, eventInput } from '../trace/event.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import { createTrace, type EventInput } from '../trace/trace.ts';
import { checkShape } from '../yaml/check-shape.ts';
import { parseYaml, type YamlDocument, type YamlPath } from '../yaml/parse-yaml.ts';
import { isItf } from './itf-leg.ts';
import { isMoveMap, type StepEntry, type TrioDocument, trioDocument } from './schema.ts';
import type { Edit, EditItem, Leg, LegName, LegSource, ModelRef, Named, NegativeControl, Trio } from './trio.ts';

export type ScenarioErrorCode =
  | 'scenario/empty'
  | 'scenario/duplicate-id'
  | 'scenario/leg-source'
  | 'scenario/negative-control'
  | 'scenario/step'
  | 'scenario/control-equals-attack'
  | 'scenario/path-outside'
  | 'scenario/edit-position';

/** The trios of one YAML file. */
export interface ScenarioFile {
  /** Relative to the project root. */
  readonly file: string;
  readonly trios: readonly Trio[];
}

/** Everything wrong with a document is collected here, so that one run tells it all. */
interface Reader {
  readonly document: YamlDocument;
  readonly errors: Diagnostic[];
}

/**
 * The trios of a scenario file (design section 5): shape, places, paths, and what can be known without the model. `source.file` is
 * relative to the project root, with forward slashes.
 */
export function loadScenarioFile(source: SourceText): Result<ScenarioFile> {
  const documents = parseYaml(source);
  if (!documents.ok) return documents;
  if (documents.value.length === 0) {
    return fail({
      code: 'scenario/empty' satisfies ScenarioErrorCode,
      message: 'the file holds no trio',
      at: source.span(0),
      lineText: source.line(1),
      expected: 'at least one YAML document that begins with "trio:"',
    });
  }
  const errors: Diagnostic[] = [];
  const trios: Trio[] = [];
  const first = new Map<string, Span>();
  for (const document of documents.value) {
    const shape = checkShape(document, trioDocument);
    if (!shape.ok) {
      errors.push(...shape.errors);
      continue;
    }
    const reader: Reader = { document, errors };
    const trio = readTrio(reader, shape.value);
    const before = first.get(trio.id);
    if (before !== undefined) {
      const message = `two trios are called "${trio.id}"`;
      report(reader, 'scenario/duplicate-id', ['trio'], { message, related: [{ message: 'first here', at: before }] });
    }
    first.set(trio.id, before ?? trio.at);
    trios.push(trio);
  }
  const [error, ...more] = errors;
  return error === undefined ? ok({ file: source.file, trios }) : fail(error, ...more);
}

/** Every file that a trio reads, relative to the project root: for watching and for caches. */
export function filesOf(trio: Trio): readonly string[] {
  const files = trio.models.flatMap((model) =>
    isShipped(model.spec)
      ? []
      : [
          model.spec,
          ...(model.config === null ? [] : [model.config]),
          ...(model.mapping === null ? [] : [model.mapping]),
        ],
  );
  const negative = trio.negativeControl;
  const sources = [trio.attack.source, trio.control.source, ...(negative.kind === 'own' ? [negative.source] : [])];
  for (const source of sources) if (source.kind === 'trace') files.push(source.file);
  return [...new Set(files)];
}

/** Whether a `spec` names a model that the package ships. */
export function isShipped(spec: string): boolean {
  return spec.startsWith('eio:') || spec.startsWith('monitor:');
}

function readTrio(reader: Reader, value: TrioDocument): Trio {
  const { document } = reader;
  const legOf = (name: LegName): Leg => ({
    at: document.spanOfKey([name]),
    source: readSource(reader, [name], value[name]) ?? NO_SOURCE,
  });
  const attack = legOf('attack');
  const control = {
    ...legOf('control'),
    reaches: namedList(document, ['control', 'reaches'], value.control.reaches) ?? [],
  };
  const equal = sourceKey(attack.source);
  if (equal !== null && equal === sourceKey(control.source)) {
    report(reader, 'scenario/control-equals-attack', ['control'], {
      message: 'the control does the same as the attack, so it cannot show that legitimate work still gets done',
      hint: 'let the control do what a legitimate user would',
    });
  }
  const models = Array.isArray(value.model) ? value.model : [value.model];
  return {
    id: value.trio,
    claim: value.claim,
    file: document.source.file,
    source: document.source,
    at: document.spanOf(['trio']),
    models: models.map((model, index) =>
      readModel(reader, Array.isArray(value.model) ? ['model', index] : ['model'], model),
    ),
    forbidden: namedList(document, ['forbidden'], value.forbidden),
    attack,
    control,
    negativeControl: readNegativeControl(reader, value['negative-control'], attack.source),
  };
}

const NO_SOURCE: LegSource = { kind: 'steps', steps: [], spans: [] };

function readModel(
  reader: Reader,
  path: YamlPath,
  value: Exclude<TrioDocument['model'], readonly unknown[]>,
): ModelRef {
  const { document } = reader;
  const shipped = isShipped(value.spec);
  const spec = shipped ? value.spec : projectPath(reader, [...path, 'spec'], value.spec);
  const file = (key: 'config' | 'mapping', fallback: string): string | null => {
    const given = value[key];
    if (given !== undefined) return projectPath(reader, [...path, key], given);
    return shipped || !spec.endsWith('.tla') ? null : spec.replace(/\.tla$/, fallback);
  };
  return {
    spec,
    config: file('config', '.cfg'),
    mapping: file('mapping', '.mapping.yaml'),
    constants: value.constants ?? {},
    constantsAt: document.spanOf([...path, value.constants === undefined ? 'spec' : 'constants']),
    predicates: namedList(document, [...path, 'predicates'], value.predicates),
    at: document.spanOf([...path, 'spec']),
  };
}

type SourceKeys = TrioDocument['attack'];

/** The one source that a leg names; null after reporting what is wrong. */
function readSource(reader: Reader, path: YamlPath, value: SourceKeys): LegSource | null {
  const { document } = reader;
  const given = (['steps', 'trace', 'events', 'agent'] as const).filter((key) => value[key] !== undefined);
  const [kind, second] = given;
  if (kind === undefined || second !== undefined) {
    const message =
      kind === undefined ? 'this leg says nothing happened' : `this leg has both "${kind}" and "${second}"`;
    report(reader, 'scenario/leg-source', path, { message, expected: 'one of "steps", "trace", "events", "agent"' });
    return null;
  }
  if (value.observes !== undefined && kind !== 'events') {
    report(reader, 'scenario/leg-source', [...path, 'observes'], { message: '"observes" belongs to "events"' });
  }
  switch (kind) {
    case 'steps': {
      const steps = value.steps!.map((entry, index) => readStep(reader, [...path, 'steps', index], entry));
      return { kind, steps, spans: steps.map((_, index) => document.spanOf([...path, 'steps', index])) };
    }
    case 'events': {
      const events = readEvents(reader, [...path, 'events'], value.events!);
      const observes = value.observes as readonly EventKind[] | undefined;
      const trace = createTrace({
        source: document.source.file,
        events,
        ...(observes === undefined ? {} : { observes }),
      });
      return { kind, trace, spans: events.map((_, index) => document.spanOf([...path, 'events', index])) };
    }
    case 'trace': {
      const trace = value.trace!;
      const [file, format] = typeof trace === 'string' ? [trace, null] : [trace.file, trace.format ?? null];
      const at = [...path, 'trace', ...(typeof trace === 'string' ? [] : ['file'])];
      return { kind, file: projectPath(reader, at, file), format, at: document.spanOf(at) };
    }
    case 'agent': {
      const stimuli = readEvents(reader, [...path, 'stimuli'], value.stimuli ?? []) as unknown as readonly JsonObject[];
      return { kind, name: value.agent!, stimuli, at: document.spanOf([...path, 'agent']) };
    }
  }
}

function readStep(reader: Reader, path: YamlPath, entry: StepEntry): Step {
  if (!isMoveMap(entry)) return { action: entry };
  const { assume, ...moves } = entry;
  const [[action, args] = ['', null], ...others] = Object.entries(moves);
  if (action === '' || others.length > 0) {
    const message =
      action === '' ? 'this step names no action' : `this step names two actions, "${action}" and "${others[0]![0]}"`;
    report(reader, 'scenario/step', path, {
      message,
      expected: 'one action and its arguments, { Action: { argument: value } }',
    });
  }
  const assumed = Object.entries(assume ?? {});
  for (const [guard, value] of assumed) {
    if (typeof value === 'boolean') continue;
    report(reader, 'scenario/step', [...path, 'assume', guard], {
      message: `the assumed value of ${guard} is no truth value`,
      expected: 'true or false',
    });
  }
  return {
    action,
    ...(args === null ? {} : { args }),
    ...(assumed.length === 0 ? {} : { assume: Object.fromEntries(assumed) as Record<string, boolean> }),
  };
}

function readEvents(reader: Reader, path: YamlPath, values: readonly unknown[]): readonly EventInput[] {
  return values.flatMap((_, index) => {
    const event = checkShape(reader.document, eventInput, [...path, index]);
    if (event.ok) return [event.value as EventInput];
    reader.errors.push(...event.errors);
    return [];
  });
}

function readNegativeControl(
  reader: Reader,
  value: TrioDocument['negative-control'],
  attack: LegSource,
): NegativeControl {
  const path = ['negative-control'];
  const { document } = reader;
  const common = { at: document.spanOfKey(path), violates: namedList(document, [...path, 'violates'], value.violates) };
  const hasSource =
    value.steps !== undefined || value.trace !== undefined || value.events !== undefined || value.agent !== undefined;
  const edits = (value.edit ?? []).map((edit, index) => readEdit(reader, [...path, 'edit', index], edit, attack));
  if (value.weaken !== undefined) {
    if (hasSource || value.edit !== undefined) {
      report(reader, 'scenario/negative-control', path, {
        message:
          'a negative control that weakens a guard is the attack itself, so it has no events or edits of its own',
        expected: '"weaken" alone, or "edit", or its own recording',
      });
    }
    return { ...common, kind: 'weaken', guard: { name: value.weaken, at: document.spanOf([...path, 'weaken']) } };
  }
  if (hasSource) return { ...common, kind: 'own', source: readSource(reader, path, value) ?? NO_SOURCE, edits };
  if (edits.length === 0) {
    report(reader, 'scenario/negative-control', path, {
      message: 'the negative control changes nothing about the attack',
      expected: '"weaken" with a guard, "edit" with declared changes, or its own recording',
    });
  }
  return { ...common, kind: 'edit', edits };
}

type EditEntry = NonNullable<TrioDocument['negative-control']['edit']>[number];

function readEdit(reader: Reader, path: YamlPath, edit: EditEntry, attack: LegSource): Edit {
  const at = reader.document.spanOf(path);
  const length = lengthOf(attack);
  const within = (key: string, position: number, last: number): number => {
    if (length !== null && position > last) {
      const message = `the attack has ${length} ${attack.kind === 'steps' ? 'steps' : 'events'}, so there is no position ${position}`;
      report(reader, 'scenario/edit-position', [...path, key], { message });
    }
    return position;
  };
  const last = length ?? 0;
  if ('drop' in edit) return { at, kind: 'drop', position: within('drop', edit.drop, last) };
  if ('replace' in edit) {
    return {
      at,
      kind: 'replace',
      position: within('replace', edit.replace, last),
      item: readItem(reader, [...path, 'with'], edit.with, attack),
    };
  }
  const before = 'before' in edit ? within('before', edit.before, last + 1) : within('after', edit.after, last) + 1;
  return { at, kind: 'insert', before, item: readItem(reader, [...path, 'insert'], edit.insert, attack) };
}

function readItem(reader: Reader, path: YamlPath, value: StepEntry | JsonObject, attack: LegSource): EditItem {
  if (attack.kind === 'steps' || isItf(attack)) {
    return { kind: 'step', step: readStep(reader, path, value as StepEntry) };
  }
  const event = checkShape(reader.document, eventInput, path);
  if (!event.ok) reader.errors.push(...event.errors);
  return { kind: 'event', event: value as JsonObject };
}

function lengthOf(source: LegSource): number | null {
  switch (source.kind) {
    case 'steps':
      return source.steps.length;
    case 'events':
      return source.trace.events.length;
    case 'trace':
    case 'agent':
      return null;
  }
}

/** Equal for two legs that do the same, as far as the YAML alone tells. */
function sourceKey(source: LegSource): string | null {
  switch (source.kind) {
    case 'steps':
      return source.steps.length === 0 ? null : canonicalJson(source.steps.map((step) => step as unknown as Json));
    case 'events':
      return canonicalJson(source.trace.events as unknown as Json);
    case 'trace':
      return canonicalJson(['trace', source.file]);
    case 'agent':
      return canonicalJson(['agent', source.name, ...source.stimuli]);
  }
}

/** A path of the YAML, made relative to the project root; one that leaves the project is an error. */
function projectPath(reader: Reader, path: YamlPath, given: string): string {
  const forward = given.replaceAll('\\', '/');
  const resolved = posix.normalize(posix.join(posix.dirname(reader.document.source.file), forward));
  if (posix.isAbsolute(forward) || /^[a-z]:/i.test(forward) || resolved.startsWith('../') || forward.includes('\0')) {
    report(reader, 'scenario/path-outside', path, {
      message: `the path "${given}" leaves the project`,
      expected: 'a path relative to this file, inside the project',
    });
  }
  return resolved;
}

function namedList(
  document: YamlDocument,
  path: YamlPath,
  value: string | readonly string[] | undefined,
): readonly Named[] | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return [{ name: value, at: document.spanOf(path) }];
  return value.map((name, index) => ({ name, at: document.spanOf([...path, index]) }));
}

function report(
  reader: Reader,
  code: ScenarioErrorCode,
  path: YamlPath,
  rest: Omit<Diagnostic, 'code' | 'at' | 'lineText'>,
): void {
  const isKey = typeof path.at(-1) === 'string' && path.length === 1;
  const at = isKey ? reader.document.spanOfKey(path) : reader.document.spanOf(path);
  reader.errors.push({ code, at, lineText: reader.document.source.line(at.start.line), ...rest });
}
