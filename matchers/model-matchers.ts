import { fromCaller } from './from-caller.ts';
import { toBeSafe } from './to-be-safe.ts';
import { toReach } from './to-reach.ts';
import { toSatisfyProperty } from './to-satisfy-property.ts';
import { toViolate } from './to-violate.ts';

/** The matchers that explore a model, as `expect.extend` takes them. */
export const modelMatchers = {
  toBeSafe: fromCaller(toBeSafe),
  toViolate: fromCaller(toViolate),
  toReach: fromCaller(toReach),
  toSatisfyProperty: fromCaller(toSatisfyProperty),
};

type Arguments<M> = M extends (received: never, ...rest: infer A) => unknown ? A : never;

/** The matchers of models as an assertion shows them; `R` is what they return. */
export interface ModelMatchers<R> {
  /** Passes if no reachable state and no behaviour violates what the configuration asks for. */
  toBeSafe(...rest: Arguments<typeof toBeSafe>): R;
  /** Passes if the invariant or property of this name is violated. */
  toViolate(...rest: Arguments<typeof toViolate>): R;
  /** Passes if some reachable state satisfies the expression. */
  toReach(...rest: Arguments<typeof toReach>): R;
  /** Passes if every behaviour satisfies the property of this name. */
  toSatisfyProperty(...rest: Arguments<typeof toSatisfyProperty>): R;
}
