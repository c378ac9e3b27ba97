import { sourceText } from '../../../diagnostics/source-text.ts';
import { parseConfiguration } from '../../config/parse-configuration.ts';
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
 * line; what parses and is written back parses to the same tree.
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
  return module.ok || expression.ok || configuration.ok;
}
