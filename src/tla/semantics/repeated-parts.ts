import type { Expr, ExprOf } from '../syntax/ast.ts';
import { testFormula } from './action-tests.ts';
import { context, keyOf, type Path, type Rest, type Walk } from './action-walk.ts';
import { definitionFacts } from './analysis.ts';
import { meaningOf } from './calls.ts';
import { bindArgument } from './function-definitions.ts';
import { fresh, functionIn, named, placed, value } from './generator.ts';
import { type Block, child, emit } from './output.ts';
import { definedBy, type Env } from './scope.ts';
import { reject } from './semantic-error.ts';

/** A universal quantifier whose body acts: TLC takes it as a conjunction of its instances. */
export function forAll(walk: Walk, expr: ExprOf<'quantifier'>, env: Env, path: Path, block: Block, rest: Rest): void {
  const { g } = walk;
  const own = context(walk, env, path, block);
  if (expr.bounds.length !== 1 || expr.bounds[0]!.patterns.length !== 1) {
    // `\A x \in S, y \in T : P` is `\A x \in S : \A y \in T : P`, as neither set can depend on the other variable.
    const [first, ...others] = expr.bounds.flatMap((bound) =>
      bound.patterns.map((pattern) => ({ ...bound, patterns: [pattern] })),
    );
    const inner: Expr = { ...expr, bounds: others };
    forAll(walk, { ...expr, bounds: [first!], body: inner }, env, path, block, rest);
    return;
  }
  const [bound] = expr.bounds;
  const pattern = bound!.patterns[0]!;
  if (pattern.kind === 'tuple') {
    reject('tla/unsupported', expr.at, 'a tuple pattern in a universal quantifier that primes is not supported');
  }
  const list = placed(g, bound!.set.at, `elements(S, ${value(g, bound!.set, own)})`, own);
  const slot = child(block);
  const known = new Map<string, string>();
  const from = (later: Path, inner: Block, index: string): void => {
    const key = keyOf(later);
    let name = known.get(key);
    if (name === undefined) {
      name = fresh(g, 'h');
      known.set(key, name);
      const whole = child(slot);
      emit(whole, `function ${name}(i) {`);
      emit(whole, `if (i === ${list}.length) {`);
      rest.emit(later, child(whole));
      emit(whole, walk.stops ? 'return false; }' : 'return; }');
      const js = fresh(g, 'x');
      emit(whole, `const ${js} = ${list}[i];`);
      const scope: Env = { parent: env, names: new Map([[pattern.name.text, { kind: 'value', js }]]) };
      const next: Rest = { last: false, emit: (path2, piece) => from(path2, piece, 'i + 1') };
      walk.act(walk, expr.body, scope, later, child(whole), next);
      emit(whole, walk.stops ? 'return false; }' : '}');
    }
    emit(inner, walk.stops ? `if (${name}(${index})) return true;` : `${name}(${index});`);
  };
  from(path, child(block), '0');
}

/** A function whose body branches, applied as a part of an action: a function of the argument and of what comes next. */
export function applied(
  walk: Walk,
  expr: ExprOf<'functionApplication'>,
  env: Env,
  path: Path,
  block: Block,
  rest: Rest,
): void {
  const { g } = walk;
  const own = context(walk, env, path, block);
  const meaning = expr.function.kind === 'reference' ? meaningOf(g, expr.function, own) : undefined;
  const definition = definedBy(meaning);
  if (definition?.bounds == null) {
    testFormula(walk, expr, env, path, block, rest);
    return;
  }
  const argument =
    expr.args.length === 1
      ? value(g, expr.args[0]!, own)
      : `tuple(S, [${expr.args.map((arg) => value(g, arg, own)).join(', ')}])`;
  if (definitionFacts(g.analysis, definition).level === 2 && !walk.inlined.includes(definition)) {
    // What it assigns decides what comes next.
    walk.inlined.push(definition);
    const scope = bindArgument(g, definition, named(g, argument, own), block);
    const after: Rest = {
      last: rest.last,
      emit: (later, inner) => {
        walk.inlined.pop();
        rest.emit(later, inner);
        walk.inlined.push(definition);
      },
    };
    walk.act(walk, definition.body, scope, path, child(block), after);
    walk.inlined.pop();
    return;
  }
  const key = keyOf(path);
  let known = walk.lambdas.get(definition);
  if (known === undefined) {
    known = new Map();
    walk.lambdas.set(definition, known);
  }
  let name = known.get(key);
  if (name === undefined) {
    name = fresh(g, 'g');
    known.set(key, name);
    const whole = child(definition.slot ?? g.top);
    emit(whole, `function ${name}(a, k) {`);
    const body = child(whole);
    const scope = bindArgument(g, definition, 'a', body);
    const after: Rest = {
      last: false,
      emit: (_, inner) => emit(inner, walk.stops ? 'if (k()) return true;' : 'k();'),
    };
    walk.act(walk, definition.body, scope, path, body, after);
    emit(whole, walk.stops ? 'return false; }' : '}');
  }
  const next = functionIn(g, child(block), 'j', [], (body) => {
    rest.emit(path, body);
    return walk.stops ? 'false' : '';
  });
  emit(block, walk.stops ? `if (${name}(${argument}, ${next})) return true;` : `${name}(${argument}, ${next});`);
}
