import type { Expr } from '../syntax/ast.ts';
import { action } from './action.ts';
import { type Context, functionIn, type Generator } from './generator.ts';
import { child, emit } from './output.ts';
import type { Meaning } from './scope.ts';
import { reject } from './semantic-error.ts';

/** Code of `ENABLED A`: whether some next state satisfies it. The primed variables of the caller are put aside meanwhile. */
export function enabled(g: Generator, expr: Expr, own: Context): { js: string; boolean: true } {
  if (own.mode === 'next')
    return reject('tla/unsupported', expr.at, 'ENABLED inside a primed expression is not supported');
  const n = g.spec.variables.length;
  const free = new Map<Meaning, number>();
  const search = functionIn(g, child(own.block), 'en', [], (body) => {
    action(g, expr, own.env, body, {
      target: 'next',
      stops: true,
      label: { name: '', definition: null, args: [] },
      wanted: null,
      explain: false,
      free,
      leaf: (_, __, block) => emit(block, 'return true;'),
    });
    return 'false';
  });
  const name = functionIn(g, child(own.block), 'en', [], (body) => {
    for (let i = 0; i < n; i++) emit(body, `const o${i} = n${i}; n${i} = U;`);
    const own = Array.from({ length: n }, (_, i) => `n${i} = o${i};`);
    const restore = [...own, ...[...free.values()].map((i) => `n${i} = U;`)].join(' ');
    emit(body, 'const depth = mark();');
    emit(body, `try { return ${search}(); } finally { ${restore} reset(depth); }`);
    return '';
  });
  return { js: `${name}()`, boolean: true };
}
