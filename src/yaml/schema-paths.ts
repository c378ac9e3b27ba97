import type { z } from 'zod';
import type { YamlPath } from './parse-yaml.ts';

type Schema = z.core.$ZodType;

/** The own value at a path of plain data; undefined if the path leads nowhere. */
export function valueAt(value: unknown, path: YamlPath): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

/** The schemas that can stand at a path, looking through wrappers and into every alternative of a union. */
function schemasAt(schema: Schema, path: YamlPath, value: unknown): Schema[] {
  const def = schema._zod.def as unknown as {
    type: string;
    innerType?: Schema;
    getter?: () => Schema;
    in?: Schema;
    options?: Schema[];
    shape?: Record<string, Schema>;
    element?: Schema;
    valueType?: Schema;
    items?: Schema[];
    discriminator?: string;
  };
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return schemasAt(def.innerType!, path, value);
    case 'lazy':
      return schemasAt(def.getter!(), path, value);
    case 'pipe':
      return schemasAt(def.in!, path, value);
    case 'union': {
      const chosen = def.discriminator === undefined ? undefined : valueAt(value, [def.discriminator]);
      const options = def.options!.filter((option) => {
        if (chosen === undefined) return true;
        const values = option._zod.propValues?.[def.discriminator!];
        return values === undefined || values.has(chosen as never);
      });
      return options.flatMap((option) => schemasAt(option, path, value));
    }
  }
  const [step, ...rest] = path;
  if (step === undefined) return [schema];
  const next =
    def.type === 'object'
      ? def.shape?.[step]
      : def.type === 'array'
        ? def.element
        : def.type === 'record'
          ? def.valueType
          : undefined;
  return next === undefined ? [] : schemasAt(next, rest, valueAt(value, [step]));
}

/** The keys that an object at a path of the schema may have, each once; `value` is the data at the root, which picks the alternative of a union. */
export function knownKeys(root: Schema, path: YamlPath, value: unknown): string[] {
  const keys = schemasAt(root, path, value).flatMap((schema) => {
    const def = schema._zod.def as unknown as { type: string; shape?: Record<string, Schema> };
    return def.type === 'object' ? Object.keys(def.shape ?? {}) : [];
  });
  return [...new Set(keys)];
}

/** The values that may stand at a path that ends in the key which tells the alternatives of a union apart, or at that key of the union itself. */
export function discriminatorValues(root: Schema, path: YamlPath, discriminator: string | undefined): string[] {
  if (discriminator === undefined) return [];
  const parent = path.at(-1) === discriminator ? path.slice(0, -1) : path;
  const values = schemasAt(root, parent, undefined).flatMap((schema) => [
    ...(schema._zod.propValues?.[discriminator] ?? []),
  ]);
  return [...new Set(values.map(String))];
}
