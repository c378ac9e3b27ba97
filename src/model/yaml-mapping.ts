import { z } from 'zod';
import { type Diagnostic, fail, failAll, isNonEmpty, ok, type Result } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import { EVENT_KINDS, type EventKind, type TraceEvent } from '../trace/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../trace/json.ts';
import { checkShape } from '../yaml/check-shape.ts';
import { parseYaml, type YamlDocument, type YamlPath } from '../yaml/parse-yaml.ts';
import { fieldAt, valueMatcher } from './event-fields.ts';
import { type Mapping, NO_STEPS } from './mapping.ts';
import { type BackwardRule, readBackwards, takerOf } from './read-backwards.ts';
import type { StateMachine, Step } from './state-machine.ts';
import { unknownName } from './unknown-name.ts';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);
const eventKind = z.enum(EVENT_KINDS as [EventKind, ...EventKind[]]);
const move = z.union([z.string(), z.record(z.string(), z.record(z.string(), json).nullable())]);

/** The YAML of a mapping file (design section 4). */
const mappingFile = z.strictObject({
  on: z.array(
    z.strictObject({
      event: eventKind,
      /** Field path to a glob (picomatch) or a value; all must match. */
      where: z.record(z.string(), z.union([scalar, z.array(scalar)])).optional(),
      /** A step, several, or null for an event that the model leaves out on purpose. */
      do: z.union([z.null(), move, z.array(move)]),
      assume: z.record(z.string(), z.union([z.boolean(), z.string().startsWith('$')])).optional(),
      /** Whose act it is when the mapping is read backwards; default: by the kind of the event, see {@link takerOf}. */
      'taken-by': z.enum(['environment', 'system']).optional(),
      /** Variables whose value after the last step was seen. */
      observed: z.record(z.string(), json).optional(),
    }),
  ),
  needs: z.record(z.string(), z.array(eventKind)).optional(),
  bounds: z.array(z.string()).optional(),
});

type MappingFile = z.infer<typeof mappingFile>;
type Rule = MappingFile['on'][number];
type Move = z.infer<typeof move>;

/** A mapping from its YAML text; names of actions, arguments, guards, invariants and bounds are checked against the machine. */
export function parseMapping(source: SourceText, machine: StateMachine): Result<Mapping> {
  const documents = parseYaml(source);
  if (!documents.ok) return documents;
  const [document, ...others] = documents.value;
  if (document === undefined || others.length > 0) {
    const at = source.span(0);
    return fail({
      code: 'model/mapping-documents',
      message: `a mapping is one YAML document, and this file has ${documents.value.length}`,
      at,
      lineText: source.line(1),
      expected: '"on:" with a list of rules',
    });
  }
  const shape = checkShape(document, mappingFile);
  if (!shape.ok) return shape;
  const file = shape.value;
  const errors = checkNames(document, file, machine);
  if (isNonEmpty(errors)) return failAll(errors);
  return ok(compileMapping(file));
}

/** Kind by kind, the rules in their order: the first that matches gives the steps. */
function compileMapping(file: MappingFile): Mapping {
  const rules = new Map<EventKind, ((event: TraceEvent) => readonly Step[] | null)[]>();
  for (const rule of file.on) rules.set(rule.event, [...(rules.get(rule.event) ?? []), compileRule(rule)]);
  const kinds = [...rules.keys()];
  const needs = new Map(Object.entries(file.needs ?? {}));
  const backward = file.on.map(
    ({ event, where, do: moves, assume, 'taken-by': taker }): BackwardRule => ({
      event,
      where: where ?? {},
      moves: movesOf(moves).map(splitMove),
      assume: assume ?? {},
      takenBy: taker ?? takerOf(event, assume),
    }),
  );
  const stepsOf = (event: TraceEvent): readonly Step[] => {
    for (const rule of rules.get(event.kind) ?? []) {
      const steps = rule(event);
      if (steps !== null) return steps;
    }
    return NO_STEPS;
  };
  return {
    kinds,
    needs: (invariant) => needs.get(invariant) ?? kinds,
    bounds: file.bounds ?? null,
    steps: stepsOf,
    backwards: (steps, at) => readBackwards(backward, stepsOf, steps, at),
  };
}

function compileRule(rule: Rule): (event: TraceEvent) => readonly Step[] | null {
  const tests = Object.entries(rule.where ?? {}).map(([path, wanted]) => {
    const matches = valueMatcher(wanted);
    return (event: TraceEvent) => matches(fieldAt(event, path));
  });
  const moves = movesOf(rule.do).map(splitMove);
  return (event) => {
    if (!tests.every((test) => test(event))) return null;
    return moves.map(({ action, args }, index): Step => {
      const assume = rule.assume === undefined ? undefined : assumptions(event, rule.assume);
      const last = index === moves.length - 1;
      return {
        action,
        args: fill(event, args),
        ...(assume === undefined ? {} : { assume }),
        ...(rule.observed === undefined || !last ? {} : { observed: fill(event, rule.observed) }),
      };
    });
  };
}

const movesOf = (moves: Rule['do']): readonly Move[] => (moves === null ? [] : Array.isArray(moves) ? moves : [moves]);

function splitMove(entry: Move): { action: string; args: JsonObject } {
  if (typeof entry === 'string') return { action: entry, args: {} };
  const [[action, args] = ['', null]] = Object.entries(entry);
  return { action, args: args ?? {} };
}

/** `$call` and `$args.command` stand for fields of the event; a field that is not there leaves its argument open. */
function fill(event: TraceEvent, template: JsonObject): JsonObject {
  const filled: [string, Json][] = [];
  for (const [name, value] of Object.entries(template)) {
    const known = typeof value === 'string' && value.startsWith('$') ? fieldAt(event, value.slice(1)) : value;
    if (known !== undefined) filled.push([name, known as Json]);
  }
  return Object.fromEntries(filled);
}

function assumptions(event: TraceEvent, template: NonNullable<Rule['assume']>): Record<string, boolean> | undefined {
  const known: [string, boolean][] = [];
  for (const [guard, value] of Object.entries(template)) {
    const assumed = typeof value === 'string' ? fieldAt(event, value.slice(1)) : value;
    if (typeof assumed === 'boolean') known.push([guard, assumed]);
  }
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function checkNames(document: YamlDocument, file: MappingFile, machine: StateMachine): Diagnostic[] {
  const errors: Diagnostic[] = [];
  const report = (path: YamlPath, key: boolean, diagnostic: Diagnostic | null) => {
    if (diagnostic === null) return;
    const at = key ? document.spanOfKey(path) : document.spanOf(path);
    errors.push({ ...diagnostic, at, lineText: document.source.line(at.start.line) });
  };
  file.on.forEach((rule, index) => {
    const moves = movesOf(rule.do);
    moves.forEach((entry, position) => {
      const path = ['on', index, 'do', ...(Array.isArray(rule.do) ? [position] : [])];
      if (isJsonObject(entry) && Object.keys(entry).length !== 1) {
        const message = `a step names one action, and this one names ${Object.keys(entry).length}`;
        report(path, false, {
          code: 'model/mapping-step',
          message,
          expected: '{ Action: { argument: value } }',
        });
        return;
      }
      const { action, args } = splitMove(entry);
      const named = typeof entry !== 'string';
      report(named ? [...path, action] : path, named, machine.checkStep({ action, args }));
    });
    for (const guard of Object.keys(rule.assume ?? {})) {
      if (moves[0] === undefined) continue;
      const step = splitMove(moves[0]);
      // What is wrong with the step itself has been told at the step.
      if (machine.checkStep(step) !== null) continue;
      report(['on', index, 'assume', guard], true, machine.checkStep({ ...step, assume: { [guard]: true } }));
    }
  });
  for (const invariant of Object.keys(file.needs ?? {})) {
    const known = machine.invariants.map(({ id }) => id);
    if (!known.includes(invariant)) {
      report(['needs', invariant], true, unknownName('model/unknown-invariant', 'invariant', invariant, known));
    }
  }
  (file.bounds ?? []).forEach((bound, index) => {
    if (machine.bounds.includes(bound)) return;
    report(['bounds', index], false, unknownName('model/unknown-bound', 'bound', bound, machine.bounds));
  });
  return errors;
}
