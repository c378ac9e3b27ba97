import type { Expression, Term } from '../types.ts';

/** Every node of an expression, parents first. */
export function* expressionNodes(expression: Expression): Generator<Expression> {
  yield expression;
  switch (expression.kind) {
    case 'all':
    case 'any':
      for (const part of expression.parts) yield* expressionNodes(part);
      return;
    case 'not':
      yield* expressionNodes(expression.part);
      return;
    case 'boolean':
    case 'relation':
    case 'fact':
    case 'exists':
    case 'compare':
    case 'temporal':
      return;
  }
}

/** The operands of one node, in the order of the source; nodes with parts have none of their own. */
export function termsOf(expression: Expression): readonly Term[] {
  switch (expression.kind) {
    case 'relation':
      return [expression.subject, expression.object];
    case 'fact':
    case 'exists':
      return expression.where.map((argument) => argument.term);
    case 'compare':
      return [expression.left, expression.right];
    case 'temporal':
      return [expression.event, expression.reference];
    case 'boolean':
    case 'all':
    case 'any':
    case 'not':
      return [];
  }
}

/** A term as it is written; a literal in quotes, so that it is never taken for a constant. */
export function termText(term: Term): string {
  switch (term.kind) {
    case 'parameter':
      return `$${term.name}`;
    case 'attribute':
      return `$${term.parameter}.${term.attribute}`;
    case 'constant':
      return term.name;
    case 'literal':
      return JSON.stringify(term.value);
  }
}

/** An expression on one line, in a notation for people: `not action implements instruction`. Equal texts mean equal propositions. */
export function expressionText(expression: Expression): string {
  switch (expression.kind) {
    case 'boolean':
      return String(expression.value);
    case 'relation':
      return `${termText(expression.subject)} ${expression.relation.replace(/^eio\.relation\./, '')} ${termText(expression.object)}`;
    case 'fact':
      return `${expression.name}(${argumentText(expression.where)})`;
    case 'exists':
      return `exists ${expression.type.replace(/^eio\.entity\./, '')}(${argumentText(expression.where)})`;
    case 'compare':
      return `${termText(expression.left)} ${expression.op} ${termText(expression.right)}`;
    case 'temporal':
      return `${termText(expression.event)} ${expression.op} ${termText(expression.reference)}`;
    case 'not':
      return `not (${expressionText(expression.part)})`;
    case 'all':
    case 'any':
      return `${expression.kind}(${expression.parts.map(expressionText).join('; ')})`;
  }
}

// Sorted by name, so that the order of a map's keys changes nothing.
const argumentText = (where: readonly { readonly name: string; readonly term: Term }[]): string =>
  [...where]
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map((argument) => `${argument.name}: ${termText(argument.term)}`)
    .join(', ');
