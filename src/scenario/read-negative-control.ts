import { eventInput } from '../trace/event.ts';
import type { JsonObject } from '../trace/json.ts';
import { checkShape } from '../yaml/check-shape.ts';
import type { YamlPath } from '../yaml/parse-yaml.ts';
import { checkCompanions, givenSources, readSources, readStep } from './read-sources.ts';
import { namedList, type Reader, report } from './scenario-reader.ts';
import type { StepEntry, TrioDocument } from './schema.ts';
import {
  type Edit,
  type EditItem,
  isItf,
  isRecording,
  type LegSource,
  type LegSources,
  type NegativeControl,
  type Recording,
} from './trio.ts';

type NegativeKeys = TrioDocument['negative-control'];

const PATH = ['negative-control'];

/** The negative control: the attack under `weaken`, or with declared edits, or its own recording (design section 5). */
export function readNegativeControl(reader: Reader, value: NegativeKeys, attack: LegSources): NegativeControl {
  const { document } = reader;
  const common = { at: document.spanOfKey(PATH), violates: namedList(document, [...PATH, 'violates'], value.violates) };
  const edits = (value.edit ?? []).map((edit, index) => readEdit(reader, [...PATH, 'edit', index], edit, attack[0]));
  if (value.weaken !== undefined) {
    const guard = { name: value.weaken, at: document.spanOf([...PATH, 'weaken']) };
    return { ...common, kind: 'weaken', guard, recording: readRecording(reader, value, attack) };
  }
  if (attack.length > 1) {
    report(reader, 'scenario/negative-control', PATH, {
      message: `the attack has several sources (${attack.map(({ kind }) => `"${kind}"`).join(', ')}), and this changes one of them`,
      expected: '"weaken" with a guard, which changes each in its own way',
    });
  }
  if (givenSources(value).length > 0) {
    const [source, second] = readSources(reader, PATH, value);
    if (second !== undefined) {
      report(reader, 'scenario/negative-control', PATH, {
        message: `the negative control has both "${source.kind}" and "${second.kind}", and the attack has one source`,
        expected: 'one of "steps", "trace", "events", "agent"',
      });
    }
    return { ...common, kind: 'own', source, edits };
  }
  checkCompanions(reader, PATH, value);
  if (edits.length === 0) {
    report(reader, 'scenario/negative-control', PATH, {
      message: 'the negative control changes nothing about the attack',
      expected: '"weaken" with a guard, "edit" with declared changes, or its own recording',
    });
  }
  return { ...common, kind: 'edit', edits };
}

/** A recording of the weakened system, which may stand beside `weaken`; nothing else may. */
function readRecording(reader: Reader, value: NegativeKeys, attack: LegSources): Recording | null {
  if (value.edit !== undefined || value.steps !== undefined || value.agent !== undefined) {
    report(reader, 'scenario/negative-control', PATH, {
      message:
        'a negative control that weakens a guard is the attack itself, so it has no steps, agent or edits of its own',
      expected: '"weaken" alone or with a "trace" of the weakened system, or "edit", or its own recording',
    });
    return null;
  }
  if (givenSources(value).length === 0) {
    checkCompanions(reader, PATH, value);
    return null;
  }
  const [recording] = readSources(reader, PATH, value);
  if (!attack.some(isRecording)) {
    report(reader, 'scenario/negative-control', [...PATH, recording.kind], {
      message: 'this is a recording of the weakened system, and the attack has none to compare it with',
      expected: 'a "trace" or "events" in the attack too',
    });
  }
  return isRecording(recording) ? recording : null;
}

type EditEntry = NonNullable<NegativeKeys['edit']>[number];

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
