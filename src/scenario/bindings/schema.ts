import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../trace/json.ts';
import { modelRef } from '../schema.ts';
import { BINDINGS, type BindingName } from './binding.ts';

const name = z.string().min(1);
const names = z.union([name, z.array(name).min(1)]);
const reason = name.optional();

/** A YAML document that stands for one trio a binding and tool. */
export const bindingsDocument = z
  .strictObject({
    bindings: name.meta({ description: 'First part of the names of the trios: gateway/approvals.' }),
    model: modelRef.meta({
      description: 'The model whose approvals are tried; its mapping says what the events of a run are to it.',
    }),
    tools: z
      .record(name, z.custom<JsonObject>(isJsonObject, 'expected the arguments of a call').meta({ type: 'object' }))
      .refine((tools) => Object.keys(tools).length > 0, 'expected at least one tool')
      .meta({ description: 'Tools that need an approval, each with the arguments of a legitimate call.' }),
    calls: z
      .tuple([name, name])
      .optional()
      .meta({ description: 'Two call ids, where the model knows only some. Default: c1 and c2.' }),
    reaches: names.meta({
      description: 'What the legitimate run achieves: an expression of the model, or a goal by name.',
    }),
    forbidden: names
      .optional()
      .meta({ description: 'Invariants whose violation is forbidden. Default: all of the model.' }),
    waived: z
      .strictObject(
        Object.fromEntries(BINDINGS.map((binding) => [binding, reason])) as Record<BindingName, typeof reason>,
      )
      .optional()
      .meta({ description: 'Bindings that the model does not have, each with the reason.' }),
  })
  .meta({
    title: 'tracefold approval bindings',
    description: 'One trio for each binding of an approval, broken alone, and each tool.',
  });

/** The declaration as its YAML document holds it, checked for shape only. */
export type BindingsDocument = z.infer<typeof bindingsDocument>;
