import { z } from 'zod';
import { fail, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { SourceText } from '../../diagnostics/source-text.ts';
import type { MatrixOptions } from '../../explore/mutation/matrix.ts';
import type { Json } from '../../trace/json.ts';
import { checkShape } from '../../yaml/check-shape.ts';
import { parseYaml } from '../../yaml/parse-yaml.ts';

const json = z.custom<Json>((value) => value !== undefined);

const mutationFile = z.strictObject({
  /** Values for parameters that the model leaves open, by `parameter` or `Action.parameter`; null leaves the argument out. */
  values: z.record(z.string(), z.array(json).min(1)).optional(),
  'max-states': z.int().min(1).optional(),
  'max-depth': z.int().min(1).optional(),
  waivers: z
    .array(
      z.strictObject({
        guard: z.string().min(1),
        how: z.enum(['remove', 'negate', 'looser', 'tighter']).optional(),
        text: z.string().min(1),
        reason: z.string().min(1),
      }),
    )
    .optional(),
});

/** What a mutation run of one model needs beside its trios, from YAML: values to try, limits, and waivers with their reasons. */
export function readMutationFile(source: SourceText): Result<MatrixOptions> {
  const documents = parseYaml(source);
  if (!documents.ok) return documents;
  const [document, ...others] = documents.value;
  if (document === undefined || others.length > 0) {
    return fail({
      code: 'mutation/file',
      message: 'a mutation file is one YAML document',
      at: source.span(0),
      lineText: source.line(1),
      expected: '"values:", "waivers:", "max-states:" or "max-depth:"',
    });
  }
  const shape = checkShape(document, mutationFile);
  if (!shape.ok) return shape;
  const { values, waivers, 'max-states': maxStates, 'max-depth': maxDepth } = shape.value;
  return ok({
    ...(values === undefined ? {} : { values }),
    ...(maxStates === undefined ? {} : { maxStates }),
    ...(maxDepth === undefined ? {} : { maxDepth }),
    ...(waivers === undefined
      ? {}
      : {
          waivers: waivers.map(({ how, ...waiver }) => (how === undefined ? waiver : { ...waiver, how })),
        }),
  });
}
