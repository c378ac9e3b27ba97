import type { LoadedSpec } from '../modules/load-spec.ts';
import { writtenModule } from '../standard-modules/written.ts';
import { builtinNames, type Checks, type Names } from './names/declarations.ts';
import { definitionsIn } from './names/definitions.ts';
import { expressionLevel } from './names/expressions.ts';
import { moduleNames } from './names/modules.ts';

/**
 * Checks every name of a specification as TLC's parser does, used or not: declared before it is used, given the right number of arguments,
 * declared once, and primed or put under temporal operators only where that has a meaning. Throws a SemanticFailure at the first error.
 */
export function checkNames(spec: LoadedSpec): void {
  const known = new Map<string, Names>();
  const namesOf = (name: string): Names => {
    const loaded = spec.modules.get(name);
    if (loaded?.kind === 'user') return moduleNames(loaded.module, null, checks);
    if (loaded?.kind === 'stub') return new Map(loaded.extends.flatMap((one) => [...checks.module(one)]));
    const written = writtenModule(name);
    return written === undefined ? builtinNames(name) : moduleNames(written, null, checks);
  };
  const checks: Checks = {
    expression: expressionLevel,
    definitions: (units, scope) => {
      const definitions = definitionsIn(scope);
      for (const unit of units) {
        switch (unit.kind) {
          case 'recursive':
            definitions.announce(unit);
            break;
          case 'operatorDefinition':
          case 'functionDefinition':
          case 'instance':
            definitions.define(unit);
            break;
          default:
        }
      }
      definitions.end();
    },
    recursive: new Map(),
    module: (name) => {
      const found = known.get(name) ?? namesOf(name);
      known.set(name, found);
      return found;
    },
    theorems: ![...spec.modules.values()].some((loaded) => loaded.kind === 'stub'),
  };
  checks.module(spec.root.name.text);
}
