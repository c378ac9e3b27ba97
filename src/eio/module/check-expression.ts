import type { Span } from '../../diagnostics/diagnostic.ts';
import { enumerated } from '../../diagnostics/enumerated.ts';
import { nearestHint } from '../../diagnostics/nearest.ts';
import type { YamlPath } from '../../yaml/parse-yaml.ts';
import type { Argument, Expression, Parameter, Term } from '../types.ts';
import type { ArgumentSignature, ConstantSignature, FactSignature } from '../vocabulary/signatures.ts';
import { fits } from './check-vocabulary.ts';
import { isA, type Names, unknownIdHint } from './names.ts';
import type { Place, Report } from './report.ts';
import { expressionNodes, termText } from './visit-expression.ts';

/** What an expression may speak of. */
export interface ExpressionScope {
  readonly names: Names;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly facts: ReadonlyMap<string, FactSignature>;
  readonly constants: ReadonlyMap<string, ConstantSignature>;
  /** Facts that another claim supplies (`applicability_inputs`); they need no signature. */
  readonly supplied: ReadonlySet<string>;
  /** Whether a use outside of a relation's domain or range is an error, or only a warning. */
  readonly strictTypes: boolean;
}

/** What upstream never checks: parameters, constants, facts with their arguments, and the types of use sites. */
export function checkExpression(report: Report, root: Expression, scope: ExpressionScope): void {
  for (const node of expressionNodes(root)) {
    switch (node.kind) {
      case 'relation':
        checkRelation(report, node, scope);
        break;
      case 'fact':
        checkFact(report, node, scope);
        break;
      case 'exists':
        if (!scope.names.concepts.has(node.type)) {
          report.error('eio/unknown-id', place(report, node, 'exists', 'type'), {
            message: `unknown entity "${node.type}"`,
            hint: () => unknownIdHint(node.type, scope.names.concepts.keys()),
          });
        }
        for (const argument of node.where) checkTerm(report, argument.term, scope);
        break;
      case 'compare':
        checkTerm(report, node.left, scope);
        checkTerm(report, node.right, scope);
        break;
      case 'temporal':
        checkMoment(report, node.event, scope);
        checkMoment(report, node.reference, scope);
        break;
      case 'boolean':
      case 'all':
      case 'any':
      case 'not':
        break;
    }
  }
}

/** Where a part of an expression stands. */
function place(report: Report, node: Expression, ...part: YamlPath): Place {
  const path = report.paths.get(node);
  return path === undefined ? node.at : [...path, ...part];
}

function checkRelation(report: Report, node: Expression & { kind: 'relation' }, scope: ExpressionScope): void {
  const relation = scope.names.relations.get(node.relation);
  if (relation === undefined) {
    report.error('eio/unknown-id', place(report, node, 'relation', 1), {
      message: `unknown relation "${node.relation}"`,
      hint: () => unknownIdHint(node.relation, scope.names.relations.keys()),
    });
  }
  const sides = [
    ['subject', node.subject, relation?.domain],
    ['object', node.object, relation?.range],
  ] as const;
  for (const [side, term, types] of sides) {
    if (!checkMember(report, term, scope) || types === undefined) continue;
    const type = typeOfTerm(term, scope);
    if (type === undefined || fits(scope.names, type, types)) continue;
    mismatch(report, scope, term.at, {
      message: `${termText(term)} is ${article(type)}, and "${node.relation}" takes none as its ${side}`,
      expected: alternatives(types),
    });
  }
  const irreflexive = (relation?.characteristics as readonly string[] | undefined)?.includes('irreflexive') === true;
  if (irreflexive && termText(node.subject) === termText(node.object)) {
    report.error('eio/contradiction', node.at, {
      message: `"${node.relation}" is irreflexive, so ${termText(node.subject)} is never so related to itself`,
    });
  }
}

function checkFact(report: Report, node: Expression & { kind: 'fact' }, scope: ExpressionScope): void {
  const fact = scope.facts.get(node.name);
  if (fact === undefined) {
    for (const argument of node.where) checkTerm(report, argument.term, scope);
    if (scope.supplied.has(node.name)) return;
    report.error('eio/unknown-fact', place(report, node, 'fact'), {
      message: `unknown fact "${node.name}"`,
      expected: 'a fact that a resolver decides, or that an applicability input supplies',
      hint: () => nearestHint(node.name, [...scope.facts.keys(), ...scope.supplied]),
    });
    return;
  }
  const wanted = fact.arguments.map((argument) => argument.name);
  for (const argument of node.where) {
    const signature = fact.arguments.find((one) => one.name === argument.name);
    if (signature === undefined) {
      report.error('eio/fact-arguments', argument.at, {
        message: `"${node.name}" has no argument "${argument.name}"`,
        expected: signatureText(fact),
        hint: () => nearestHint(argument.name, wanted),
      });
      checkTerm(report, argument.term, scope);
    } else checkArgument(report, node.name, argument, signature, scope);
  }
  const missing = wanted.filter((name) => !node.where.some((argument) => argument.name === name));
  if (missing.length > 0) {
    report.error('eio/fact-arguments', node.at, {
      message: `"${node.name}" lacks the argument ${enumerated(missing.map((name) => `"${name}"`))}`,
      expected: signatureText(fact),
    });
  }
}

function checkArgument(
  report: Report,
  fact: string,
  argument: Argument,
  signature: ArgumentSignature,
  scope: ExpressionScope,
): void {
  if (signature.types.length === 0) {
    checkTerm(report, argument.term, scope);
    return;
  }
  if (!checkMember(report, argument.term, scope)) return;
  const type = typeOfTerm(argument.term, scope);
  if (type === undefined || fits(scope.names, type, signature.types)) return;
  mismatch(report, scope, argument.term.at, {
    message: `${termText(argument.term)} is ${article(type)}, and the argument "${argument.name}" of "${fact}" is none`,
    expected: alternatives(signature.types),
  });
}

/** A term where a member of the graph has to stand: a literal there is a slip, most likely in a parameter or a constant. */
function checkMember(report: Report, term: Term, scope: ExpressionScope): boolean {
  if (term.kind !== 'literal') return checkTerm(report, term, scope);
  const names = [...[...scope.parameters.keys()].map((name) => `$${name}`), ...scope.constants.keys()];
  report.error('eio/unknown-constant', term.at, {
    message: `${termText(term)} is neither a parameter nor a constant`,
    expected: '"$name" for a parameter, or one of the constants',
    hint: () => (typeof term.value === 'string' ? nearestHint(term.value, names) : undefined),
  });
  return false;
}

function checkTerm(report: Report, term: Term, scope: ExpressionScope): boolean {
  switch (term.kind) {
    case 'literal':
      return true;
    case 'constant':
      if (scope.constants.has(term.name)) return true;
      report.error('eio/unknown-constant', term.at, {
        message: `unknown constant "${term.name}"`,
        hint: () => nearestHint(term.name, scope.constants.keys()),
      });
      return false;
    case 'parameter':
      return checkParameter(report, term.name, term.at, scope) !== undefined;
    case 'attribute': {
      const parameter = checkParameter(report, term.parameter, term.at, scope);
      if (parameter === undefined) return false;
      const known = attributesOf(scope.names, parameter.type);
      if (!known.includes(term.attribute)) {
        report.warn('eio/unknown-attribute', term.at, {
          message: `"${parameter.type}" declares no attribute "${term.attribute}"`,
          hint: () => nearestHint(term.attribute, known),
        });
      }
      return true;
    }
  }
}

function checkParameter(report: Report, name: string, at: Span, scope: ExpressionScope): Parameter | undefined {
  const parameter = scope.parameters.get(name);
  if (parameter === undefined) {
    report.error('eio/unknown-parameter', at, {
      message: `"$${name}" is no declared parameter`,
      hint: () =>
        nearestHint(
          `$${name}`,
          [...scope.parameters.keys()].map((one) => `$${one}`),
        ),
    });
  }
  return parameter;
}

function checkMoment(report: Report, term: Term, scope: ExpressionScope): void {
  if (!checkTerm(report, term, scope)) return;
  if (term.kind === 'literal') {
    report.error('eio/expression', term.at, {
      message: `${termText(term)} is no moment`,
      expected: 'a parameter, an attribute or a constant',
    });
  }
}

function typeOfTerm(term: Term, scope: ExpressionScope): string | undefined {
  switch (term.kind) {
    case 'parameter': {
      const type = scope.parameters.get(term.name)?.type;
      // An undeclared type is told at the parameter.
      return type !== undefined && scope.names.concepts.has(type) ? type : undefined;
    }
    case 'constant': {
      const type = scope.constants.get(term.name)?.type;
      return type !== undefined && scope.names.concepts.has(type) ? type : undefined;
    }
    case 'attribute':
    case 'literal':
      return undefined;
  }
}

function mismatch(
  report: Report,
  scope: ExpressionScope,
  at: Span,
  problem: { readonly message: string; readonly expected: string },
): void {
  if (scope.strictTypes) report.error('eio/type-mismatch', at, problem);
  else report.warn('eio/type-mismatch', at, problem);
}

/** Attributes of an entity, those of its ancestors included. */
function attributesOf(names: Names, type: string): string[] {
  return [...names.concepts.values()]
    .filter((concept) => isA(names, type, concept.id))
    .flatMap((concept) => concept.attributes ?? []);
}

const short = (id: string): string => id.replace(/^eio\.entity\./, '');
const article = (id: string): string => `${/^[aeiou]/.test(short(id)) ? 'an' : 'a'} ${short(id)}`;
const alternatives = (ids: readonly string[]): string => ids.map(article).join(' or ');
const signatureText = (fact: FactSignature): string =>
  `${fact.name}(${fact.arguments.map((argument) => argument.name).join(', ')})`;
