import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../trace/canonical-json.ts';
import { type OpenCalls, openCalls, type ProposedCall } from './open-calls.ts';

/** The same in one list that is searched for every question. */
function naive(): OpenCalls {
  let open: ProposedCall[] = [];
  let latest = new Set<string>();
  const named = (tool: string) => open.filter((call) => call.tool === tool);
  return {
    add(call) {
      open.push(call);
      latest.add(call.call);
    },
    close(call) {
      const before = open.length;
      open = open.filter((other) => other.call !== call);
      return open.length < before;
    },
    beginStep() {
      latest = new Set();
    },
    withId(rawId, tool) {
      const found = open.filter((call) => call.rawId === rawId);
      return found.find((call) => call.tool === tool) ?? found[0];
    },
    inStep(tool) {
      const found = open.filter(({ call }) => latest.has(call));
      return found.find((call) => call.tool === tool) ?? found[0];
    },
    first: (tool) => named(tool)[0],
    only: (tool) => (named(tool).length === 1 ? named(tool)[0] : undefined),
    alike: (tool, args) => named(tool).filter((call) => canonicalJson(call.args) === canonicalJson(args)),
    all: () => open,
  };
}

const ids = fc.constantFrom('a', 'b', undefined);
const tools = fc.constantFrom('pay', 'log', '__proto__');
const args = fc.constantFrom({ n: 1 }, { n: 2 }, null);

describe('the calls that are open', () => {
  it('are found as in one list that is searched from its beginning', () => {
    const moves = fc.oneof(
      { weight: 6, arbitrary: fc.record({ move: fc.constant('add' as const), rawId: ids, tool: tools, args }) },
      { weight: 5, arbitrary: fc.record({ move: fc.constant('close' as const), number: fc.nat(80) }) },
      { weight: 1, arbitrary: fc.record({ move: fc.constant('step' as const) }) },
    );
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 160 }), (steps) => {
        const [fast, slow] = [openCalls(), naive()];
        const told = ({ withId, inStep, first, only, alike, all }: OpenCalls) => {
          const names = ['pay', 'log', '__proto__', 'other'];
          return [
            ...['a', 'b', 'c'].flatMap((id) => [undefined, ...names].map((tool) => withId(id, tool)?.call)),
            ...[undefined, ...names].map((tool) => inStep(tool)?.call),
            ...names.flatMap((tool) => [first(tool)?.call, only(tool)?.call]),
            ...names.flatMap((tool) => [{ n: 1 }, null].map((one) => [...alike(tool, one)].map(({ call }) => call))),
            [...all()].map(({ call }) => call),
          ];
        };
        let made = 0;
        for (const step of steps) {
          if (step.move === 'step') for (const calls of [fast, slow]) calls.beginStep();
          else if (step.move === 'close') expect(fast.close(`${step.number}`)).toBe(slow.close(`${step.number}`));
          else {
            const call = { rawId: step.rawId, tool: step.tool, args: step.args, call: `${made++}` };
            for (const calls of [fast, slow]) calls.add(call);
          }
          expect(told(fast)).toEqual(told(slow));
        }
      }),
      { numRuns: 60 },
    );
  });
});
