import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EventKind, TraceEvent } from '../trace/event.ts';
import type { AnyDefinition } from './any-definition.ts';
import { type Mapping, NO_STEPS } from './mapping.ts';
import { sameText } from './same-answer.ts';
import type { Step } from './state-machine.ts';
import { type Repeater, running, stepsOf, threw } from './user-code.ts';

/**
 * The mapping that `on` of a definition is; null if it has none. `unknownIn` says which name of a step the model does not have: the types say so
 * to whoever compiles.
 */
export function codeMapping(
  definition: AnyDefinition,
  unknownIn: (step: Step) => Diagnostic | null,
  again: Repeater,
): Mapping | null {
  if (definition.on === undefined) return null;
  const handlers = definition.on as {
    readonly [K in EventKind]?: (event: TraceEvent) => Step | readonly Step[] | null;
  };
  const kinds = Object.keys(handlers) as EventKind[];
  return {
    kinds,
    needs: (invariant) => definition.invariants[invariant]?.needs ?? kinds,
    bounds: null,
    steps: (event) => {
      const handler = Object.hasOwn(handlers, event.kind) ? handlers[event.kind] : undefined;
      if (handler === undefined) return NO_STEPS;
      running.part = `on["${event.kind}"]`;
      try {
        const ask = () => stepsOf(handler(event));
        const steps = again('on', event.kind, ask(), ask, sameText);
        for (const step of steps) {
          const unknown = unknownIn(step);
          if (unknown !== null) return { error: { ...unknown, message: `on["${event.kind}"]: ${unknown.message}` } };
        }
        return steps;
      } catch (error) {
        return { error: threw(`mapping of ${event.kind}`, error) };
      }
    },
  };
}
