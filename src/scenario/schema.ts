import { z } from 'zod';
import { EVENT_KINDS, type EventKind } from '../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';

// The YAML of a trio (design section 5). The descriptions reach people through the JSON Schema, in their editor.

/** What a key of a leg means nothing without. */
export const BELONGS_TO = { observes: ['events'], stimuli: ['agent'] } as const;

const json = z.json() as z.ZodType<Json>;
const name = z.string().min(1);
const names = z.union([name, z.array(name).min(1)]);
const eventKind = z.enum(EVENT_KINDS as [EventKind, ...EventKind[]]);

const step = z.union([name, z.record(z.string(), z.union([z.null(), z.record(z.string(), json)]))]).meta({
  title: 'Step',
  description:
    'One move of the model: the name of an action, or the action with its arguments, as in "{ AttackerSend: { t: nodes.run, rid: r2 } }". An "assume" key beside the action gives the observed value of guards.',
});

const event = z.custom<JsonObject>(isJsonObject, 'expected an event').meta({
  title: 'Event',
  description: 'One event in the normal form; "seq" may be left out.',
});

const source = {
  steps: z.array(step).min(1).optional().meta({ description: 'Moves of the model, which runs by itself.' }),
  trace: z
    .union([name, z.strictObject({ file: name, format: name.optional() })])
    .optional()
    .meta({ description: 'A recorded trace: a file in the normal form or in any format that tracefold imports.' }),
  events: z.array(event).min(1).optional().meta({ description: 'Events in the normal form, written inline.' }),
  observes: z
    .array(eventKind)
    .optional()
    .meta({ description: 'With "events": the kinds that would have been recorded had they happened. Default: all.' }),
  agent: name.optional().meta({ description: 'A live agent that the setup file registers under this name.' }),
  stimuli: z
    .union([z.literal('steps'), z.array(event)])
    .optional()
    .meta({
      description:
        'With "agent": the events that the agent is given; or "steps" for the steps of this leg, read backwards through the mapping.',
    }),
};

const edit = z
  .union([
    z.strictObject({ drop: z.int().min(1) }),
    z.strictObject({ insert: z.union([step, event]), before: z.int().min(1) }),
    z.strictObject({ insert: z.union([step, event]), after: z.int().min(0) }),
    z.strictObject({ replace: z.int().min(1), with: z.union([step, event]) }),
  ])
  .meta({
    description: 'One change to the attack. Positions count its steps or events from 1, as the attack is written.',
  });

/** Which model judges, as the YAML names it. */
export const modelRef = z.strictObject({
  spec: name.meta({
    description:
      'A TLA+ module, an EIO module or a TypeScript model, relative to this file; or "eio:…" or "monitor:…" for one that tracefold ships.',
  }),
  config: name
    .optional()
    .meta({ description: 'TLC configuration of a TLA+ module. Default: the file beside it that ends in .cfg.' }),
  mapping: name.optional().meta({
    description:
      'YAML that says how events become steps. Default: the file beside the module that ends in .mapping.yaml.',
  }),
  constants: z
    .record(z.string(), json)
    .optional()
    .meta({ description: 'Constants that replace those of the configuration.' }),
  predicates: names.optional().meta({ description: 'Predicates or invariants to judge. Default: all.' }),
});

/** One YAML document of a scenario file. */
export const trioDocument = z
  .strictObject({
    trio: name.meta({ description: 'Unique name, with slashes for groups: nodes-run/approval-replay.' }),
    claim: name.meta({ description: 'What the trio proves, in one sentence.' }),
    model: z
      .union([modelRef, z.array(modelRef).min(1)])
      .meta({ description: 'The model that says which states are forbidden; several judge the same events.' }),
    forbidden: names
      .optional()
      .meta({ description: 'Invariants or predicates whose violation is forbidden. Default: all of the model.' }),
    attack: z.strictObject(source).meta({
      description:
        'Must never reach a forbidden state. Of "steps", "events", "trace" and "agent" it names one or more; each is judged by itself, and they must agree.',
    }),
    control: z
      .strictObject({
        ...source,
        reaches: names
          .optional()
          .meta({ description: 'What the legitimate work achieves: an expression of the model, or a goal by name.' }),
      })
      .meta({ description: 'Legitimate work: must never reach a forbidden state, and must reach its goal.' }),
    'negative-control': z
      .strictObject({
        ...source,
        weaken: name.optional().meta({
          description:
            'Guard to remove: the same attack must then reach the forbidden state. A live agent is told its name, and a "trace" beside it is a recording of the system without it.',
        }),
        edit: z
          .array(edit)
          .min(1)
          .optional()
          .meta({ description: 'Declared changes to the attack, instead of a weakened guard.' }),
        violates: names.optional().meta({ description: 'What must be violated. Default: one of the forbidden.' }),
      })
      .meta({ description: 'The same attack with one thing changed, so that the forbidden state is reached.' }),
  })
  .meta({ title: 'tracefold trio' });

/** A trio as its YAML document holds it, checked for shape only. */
export type TrioDocument = z.infer<typeof trioDocument>;

export type StepEntry = z.infer<typeof step>;

export const isMoveMap = (entry: StepEntry): entry is Exclude<StepEntry, string> => typeof entry !== 'string';
