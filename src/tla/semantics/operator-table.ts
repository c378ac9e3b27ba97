import type { Expr, SourceRange } from '../syntax/ast.ts';
import type { Value } from '../values/store.ts';
import { childEnv, type Definition } from './scope.ts';

/** One line of a configuration that gives an operator's value for some arguments: `F(1, 2) = 3`. */
export interface OperatorRow {
  readonly args: readonly Value[];
  readonly value: Value;
  readonly at: SourceRange;
}

/** The definition that such lines make together: the first that fits decides, and where none does the operator has no value. */
export function tableDefinition(name: string, rows: readonly [OperatorRow, ...OperatorRow[]]): Definition {
  const env = childEnv(null);
  const { at } = rows[0];
  const reference = (text: string): Expr => ({ kind: 'reference', path: [], name: { text, at }, args: [], at });
  const given = (text: string, value: Value): Expr => {
    env.names.set(text, { kind: 'constant', name: text, value });
    return reference(text);
  };
  const parameters = rows[0].args.map((_, i) => ({ name: { text: `#argument${i}`, at }, arity: 0 }));
  const arms = rows.map(({ args, value, at: place }, row) => {
    const items = parameters.map(
      (parameter, i): Expr => ({
        kind: 'operator',
        op: '=',
        fixity: 'infix',
        args: [reference(parameter.name.text), given(`#${row}:${i}`, args[i]!)],
        at: place,
      }),
    );
    const guard: Expr = { kind: 'junction', op: '/\\', items, at: place };
    return { guard, value: given(`#${row}`, value) };
  });
  return {
    name,
    parameters,
    body: { kind: 'case', arms, other: null, at },
    bounds: null,
    at,
    env,
    slot: null,
    module: '',
  };
}
