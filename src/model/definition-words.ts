import type { JsonObject } from '../trace/json.ts';
import type { AnyDefinition } from './any-definition.ts';

/** What the definition itself says: words in its functions, its constants and its initial state. None of it came from a trace. */
export function definitionWords(
  definition: AnyDefinition,
  constants: unknown,
): { readonly names: readonly string[]; readonly fields: readonly string[] } {
  const names = new Set<string>();
  const fields = new Set<string>(definition.fields);
  const stack: unknown[] = [definition, constants];
  try {
    stack.push(definition.initial({ constants: constants as JsonObject }));
  } catch {
    // A definition that throws is told when it is folded.
  }
  const seen = new Set<unknown>();
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item === 'string') names.add(item);
    else if (typeof item === 'function') {
      const text = String(item);
      for (const [, , literal] of text.matchAll(/(['"`])([\w.:/ -]{1,80}?)\1/g)) names.add(literal!);
      for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) fields.add(word);
    } else if (typeof item === 'object' && item !== null && !seen.has(item)) {
      seen.add(item);
      for (const [key, inner] of Object.entries(item)) {
        fields.add(key);
        stack.push(inner);
      }
    }
  }
  return { names: [...names], fields: [...fields] };
}
