import { sourceText } from '../../../diagnostics/source-text.ts';
import { parseConfiguration } from '../../config/parse-configuration.ts';
import { listGuards } from '../../guards/list-guards.ts';
import { weakenSpec } from '../../guards/weaken.ts';
import { loadSpec } from '../../modules/load-spec.ts';
import { unitExpressions } from '../children.ts';
import { parseExpression, parseModule } from '../parser.ts';
import { unparse } from '../unparse.ts';
import { mutant, numbers } from './mutate.ts';
import { normalForm } from './normal-form.ts';

/** What a run of the fuzzer saw; it throws at the first input that breaks a promise, with the input. */
export interface FuzzReport {
  readonly inputs: number;
  readonly parsed: number;
}

/**
 * Parses `count` mutants as modules, expressions and configurations. The promises: nothing is thrown; every error has a place and a
 * line; what parses and is written back parses to the same tree; its
 * guards can be listed and weakened.
 */
export function fuzz(seeds: readonly string[], count: number, seed: number): FuzzReport {
  const random = numbers(seed);
  let parsed = 0;
  for (let input = 0; input < count; input++) {
    const text = mutant(seeds, random);
    try {
      if (tryOne(text)) parsed += 1;
    } catch (error) {
      throw new Error(`input ${input} of seed ${seed}: ${JSON.stringify(text)}`, { cause: error });
    }
  }
  return { inputs: count, parsed };
}

function tryOne(text: string): boolean {
  const module = parseModule(sourceText('fuzz.tla', text));
  const expression = parseExpression(sourceText('fuzz', text));
  const configuration = parseConfiguration(sourceText('fuzz.cfg', text));
  for (const result of [module, expression, configuration]) {
    if (result.ok) continue;
    const [error] = result.errors;
    if (error.at === undefined || error.lineText === undefined) throw new Error(`no place: ${error.message}`);
  }
  const expressions = module.ok ? module.value.units.flatMap(unitExpressions) : expression.ok ? [expression.value] : [];
  for (const e of expressions) {
    // An operator named as an argument is no expression of its own.
    if (e.kind === 'reference' && !/\w/.test(e.name.text)) continue;
    const again = parseExpression(sourceText('again', unparse(e)));
    if (!again.ok) throw new Error(`${again.errors[0].message}: ${unparse(e)}`);
    if (JSON.stringify(normalForm(again.value)) !== JSON.stringify(normalForm(e)))
      throw new Error(`differs: ${unparse(e)}`);
  }
  if (module.ok) guardsOf(text);
  return module.ok || expression.ok || configuration.ok;
}

/** Every guard that any definition leads to has a path of its own and can be weakened. */
function guardsOf(text: string): void {
  const spec = loadSpec(sourceText('fuzz.tla', text), { read: () => undefined });
  if (!spec.ok) return;
  const names = spec.value.root.units.flatMap((unit) => (unit.kind === 'operatorDefinition' ? [unit.name.text] : []));
  const paths = listGuards(spec.value, names).map((guard) => guard.path);
  if (new Set(paths).size !== paths.length) throw new Error('two guards with one path');
  for (const path of paths.slice(0, 3)) {
    const weakened = weakenSpec(spec.value, names, path, 'negate');
    if (!weakened.ok) throw new Error(weakened.errors[0].message);
    if (weakened.value.spec.root === spec.value.root) throw new Error(`nothing changed at ${path}`);
  }
}
