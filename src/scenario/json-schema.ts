import { z } from 'zod';
import { eventInput } from '../trace/event.ts';
import { bindingsDocument } from './bindings/schema.ts';
import { BELONGS_TO, trioDocument } from './schema.ts';

/** JSON Schema (draft 2020-12) of a scenario document, for editors. */
export function scenarioJsonSchema(): object {
  const schema = z.toJSONSchema(z.union([trioDocument, bindingsDocument]), {
    unrepresentable: 'any',
    reused: 'ref',
    override: ({ jsonSchema }) => {
      // The loader checks events by the schema of the normal form, with their place; here it stands by reference.
      if (jsonSchema.title === 'Event') jsonSchema.$ref = '#/$defs/event';
      if (jsonSchema.properties?.stimuli !== undefined) Object.assign(jsonSchema, { dependentRequired: BELONGS_TO });
    },
  });
  const event = z.toJSONSchema(eventInput, { unrepresentable: 'any', io: 'input' });
  return { ...schema, $defs: { ...schema.$defs, event } };
}
