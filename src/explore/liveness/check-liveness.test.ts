import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unwrap } from '../../diagnostics/tracefold-error.ts';
import { textModel } from '../../tla/testing/text-model.ts';
import type { Json, JsonObject } from '../../trace/json.ts';
import { exploreModel } from '../explore-model.ts';
import {
  holdsAlong,
  isBehaviour,
  isFair,
  LIVENESS_CONFIG,
  livenessModule,
  livenessSpec,
  type Point,
  type PointLasso,
  promises,
  shortestRefutation,
} from '../testing/random-liveness.ts';

/** Integers come in ITF encoding. */
function pointOf(state: JsonObject): Point {
  const number = (value: Json | undefined): number =>
    Number(typeof value === 'object' && value !== null && '#bigint' in value ? value['#bigint'] : value);
  return { x: number(state.x), y: number(state.y) };
}

test('a temporal property is refuted by a fair behaviour that breaks it, and holds only where no short behaviour does', () => {
  let held = 0;
  let refuted = 0;
  fc.assert(
    fc.property(livenessSpec, (spec) => {
      const { result } = exploreModel(unwrap(textModel(livenessModule(spec, 'Test'), LIVENESS_CONFIG)));
      if (result.outcome === 'ok') {
        held++;
        expect(shortestRefutation(spec, 4)).toBeNull();
        return;
      }
      refuted++;
      expect(['property', 'invariant']).toContain(result.outcome);
      const points = result.trace.map((one) => pointOf(one.state));
      if (result.loopsTo === null) {
        // What is broken after finitely many steps is, whatever comes later; and every behaviour has a fair continuation.
        expect(isBehaviour(spec, { points: [...points, points[points.length - 1]!], loopsTo: points.length })).toBe(
          true,
        );
        return;
      }
      const lasso = { points, loopsTo: result.loopsTo };
      expect(isBehaviour(spec, lasso)).toBe(true);
      expect(isFair(spec, lasso)).toBe(true);
      expect(holdsAlong(spec.property, lasso)[0]).toBe(false);
    }),
    { numRuns: 80 },
  );
  expect(Math.min(held, refuted)).toBeGreaterThan(5);
}, 120_000);

test('a promise about the loop alone is refuted in the fewest states that there are', () => {
  let lassos = 0;
  let winding = 0;
  const model = fc.record({ spec: livenessSpec, property: promises });
  fc.assert(
    fc.property(model, ({ spec: { initial, actions, fairness }, property }) => {
      const spec = { initial, actions, fairness, property: property(actions) };
      const { result } = exploreModel(unwrap(textModel(livenessModule(spec, 'Test'), LIVENESS_CONFIG)));
      if (result.loopsTo === null) return;
      lassos++;
      const lasso: PointLasso = { points: result.trace.map((one) => pointOf(one.state)), loopsTo: result.loopsTo };
      if (lasso.points.length > 2) winding++;
      expect(isBehaviour(spec, lasso) && isFair(spec, lasso) && !holdsAlong(property(actions), lasso)[0]).toBe(true);
      expect(shortestRefutation(spec, Math.min(5, lasso.points.length - 1))).toBeNull();
    }),
    { numRuns: 80 },
  );
  expect(lassos).toBeGreaterThan(20);
  expect(winding).toBeGreaterThan(2);
}, 120_000);
