import type { Expr } from '../syntax/ast.ts';
import { instantiate } from './link.ts';
import type { Block } from './output.ts';
import { type Env, extend, lookup, type Meaning } from './scope.ts';

type Reference = Extract<Expr, { kind: 'reference' }>;

/** Instances with parameters that were built: by the place of their code, the scope of their arguments, and the place of use. */
export type InstanceUses = Map<Block | null, WeakMap<Env, Map<number, Map<string, Meaning>>>>;

/**
 * What a reference's last name means, through `I!` and `I(x)!`; undefined if some name is unknown. Code of parametrised instances goes to
 * `slot`, at the place of their use.
 */
export function resolveReference(
  env: Env,
  reference: Reference,
  uses: InstanceUses,
  slot: Block | null,
): Meaning | undefined {
  if (reference.path.length === 0) return lookup(env, reference.name.text);
  let names: ReadonlyMap<string, Meaning> | undefined;
  for (const qualifier of reference.path) {
    const meaning = names === undefined ? lookup(env, qualifier.name.text) : names.get(qualifier.name.text);
    if (meaning?.kind !== 'instance') return undefined;
    const { instance } = meaning;
    const { module } = instance;
    if (module === null || instance.unit.parameters.length === 0) {
      // Without parameters an instance is the same wherever it is used.
      instance.exports ??= instantiate(
        instance.unit,
        module!,
        instance.enclosing,
        instance.env,
        instance.slot,
        instance.lookupModule,
        instance.replacements,
      );
      names = instance.exports;
      continue;
    }
    let places = uses.get(slot);
    if (places === undefined) {
      places = new WeakMap();
      uses.set(slot, places);
    }
    let known = places.get(env);
    if (known === undefined) {
      known = new Map();
      places.set(env, known);
    }
    const key = qualifier.at.start;
    let exports = known.get(key);
    if (exports === undefined) {
      const scope = extend(
        instance.env,
        instance.unit.parameters.map(
          (parameter, i) => [parameter.name.text, { kind: 'macro', expr: qualifier.args[i]!, env } as const] as const,
        ),
      );
      exports = instantiate(
        instance.unit,
        module,
        instance.enclosing,
        scope,
        slot,
        instance.lookupModule,
        instance.replacements,
      );
      known.set(key, exports);
    }
    names = exports;
  }
  const found = names?.get(reference.name.text);
  return found?.kind === 'alias' ? lookup(found.env, found.name) : found;
}
