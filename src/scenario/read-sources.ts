import type { Step } from '../model/state-machine.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import { type EventKind, eventInput } from '../trace/event.ts';
import type { Json, JsonObject } from '../trace/json.ts';
import { createTrace, type EventInput } from '../trace/trace.ts';
import { checkShape } from '../yaml/check-shape.ts';
import type { YamlPath } from '../yaml/parse-yaml.ts';
import { projectPath, type Reader, report } from './scenario-reader.ts';
import { BELONGS_TO, isMoveMap, type StepEntry, type TrioDocument } from './schema.ts';
import { type LegSource, type LegSources, SOURCE_KINDS } from './trio.ts';

type SourceKeys = TrioDocument['attack'];

/** The source kinds that a leg names, in the order of {@link SOURCE_KINDS}. */
export const givenSources = (value: SourceKeys): readonly LegSource['kind'][] =>
  SOURCE_KINDS.filter((kind) => value[kind] !== undefined);

/** What a leg with errors is taken for, so that the rest of the document can be read. */
const NO_SOURCE: LegSource = { kind: 'steps', steps: [], spans: [] };

/** The sources that a leg names, at least one; reports what is wrong with them. */
export function readSources(reader: Reader, path: YamlPath, value: SourceKeys): LegSources {
  const [first, ...more] = givenSources(value);
  checkCompanions(reader, path, value);
  if (first === undefined) {
    report(reader, 'scenario/leg-source', path, {
      message: 'this leg says nothing happened',
      expected: 'one or more of "steps", "trace", "events", "agent"',
    });
    return [NO_SOURCE];
  }
  if (value.events !== undefined && value.trace !== undefined) {
    report(reader, 'scenario/leg-source', path, {
      message: 'this leg has both "events" and "trace", and both are its recording',
      expected: 'one of the two, with or without "steps" and "agent"',
    });
  }
  return [readSource(reader, path, value, first), ...more.map((kind) => readSource(reader, path, value, kind))];
}

/** Keys that mean nothing without their source. */
export function checkCompanions(reader: Reader, path: YamlPath, value: SourceKeys): void {
  for (const [key, [owner]] of Object.entries(BELONGS_TO)) {
    if (value[key as keyof typeof BELONGS_TO] === undefined || value[owner] !== undefined) continue;
    const message = `"${key}" belongs to "${owner}", and this leg has none`;
    report(reader, 'scenario/leg-source', [...path, key], { message, expected: `"${owner}" beside it` });
  }
}

function readSource(reader: Reader, path: YamlPath, value: SourceKeys, kind: LegSource['kind']): LegSource {
  const { document } = reader;
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
      const agent = { kind, name: value.agent!, at: document.spanOf([...path, 'agent']) };
      if (value.stimuli === 'steps') {
        if (value.steps === undefined) {
          report(reader, 'scenario/leg-source', [...path, 'stimuli'], {
            message: 'the stimuli are the steps of this leg, and it has none',
            expected: '"steps" beside it, or a list of events',
          });
        }
        return { ...agent, stimuli: [], replays: true };
      }
      const stimuli = readEvents(reader, [...path, 'stimuli'], value.stimuli ?? []) as unknown as readonly JsonObject[];
      return { ...agent, stimuli };
    }
  }
}

/** A step as the YAML has it: an action, its arguments, and what is assumed of guards. */
export function readStep(reader: Reader, path: YamlPath, entry: StepEntry): Step {
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

/** Whether two legs do the same in one of their sources, as far as the YAML alone tells. */
export function doTheSame(one: LegSources, other: LegSources): boolean {
  const keys = one.map(sourceKey);
  return other.some((source) => {
    const key = sourceKey(source);
    return key !== null && keys.includes(key);
  });
}

function sourceKey(source: LegSource): string | null {
  switch (source.kind) {
    case 'steps':
      return source.steps.length === 0 ? null : canonicalJson(source.steps.map((step) => step as unknown as Json));
    case 'events':
      return canonicalJson(source.trace.events as unknown as Json);
    case 'trace':
      return canonicalJson(['trace', source.file]);
    case 'agent':
      // What is replayed is told apart by the steps beside it.
      return source.replays === true ? null : canonicalJson(['agent', source.name, ...source.stimuli]);
  }
}
