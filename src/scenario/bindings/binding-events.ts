import type { Json, JsonObject } from '../../trace/json.ts';
import type { EventInput } from '../../trace/trace.ts';
import type { BindingName } from './binding.ts';

/** A tool that needs an approval, as the declaration names it. */
export interface SensitiveTool {
  readonly tool: string;
  /** Arguments of a legitimate call. */
  readonly args: JsonObject;
  /** Another tool, for which the approval is given when it is used for the wrong one. */
  readonly other: string;
  /** Ids of the call that is approved, and of another one. */
  readonly calls: readonly [string, string];
}

export interface BindingEvents {
  readonly attack: readonly EventInput[];
  readonly control: readonly EventInput[];
}

const [ASKED, DECIDED, RUNS, EXPIRES, LATE] = [1, 2, 3, 5, 9];

/** The run in which an approval is used for what it was given for, and the one that differs from it in one binding alone. */
export function bindingEvents(binding: BindingName, tool: SensitiveTool): BindingEvents {
  const say = sayings(tool);
  const { asksFor, proposed, requested, approved, started } = say;
  const run = (...events: readonly EventInput[]): readonly EventInput[] => [asksFor('v1'), ...events];
  const control = run(proposed({}), requested({}), approved, started({}));
  const [, otherCall] = tool.calls;
  switch (binding) {
    case 'tool':
      return { control, attack: run(proposed({}), requested({ tool: tool.other }), approved, started({})) };
    case 'call': {
      const other = { call: otherCall };
      return { control, attack: run(proposed(other), requested({}), approved, started(other)) };
    }
    case 'arguments': {
      const other = { args: otherArguments(tool.args) };
      return { control, attack: run(proposed(other), requested({}), approved, started(other)) };
    }
    case 'principal': {
      const session = { session: 's1' };
      const [alice, bob] = [say.speaks('alice', 's1'), say.speaks('bob', 's1')];
      return {
        control: run(alice, proposed(session), requested(session), approved, started(session)),
        attack: run(alice, proposed(session), requested(session), approved, bob, started(session)),
      };
    }
    case 'session': {
      const [own, other] = [{ session: 's1' }, { session: 's2' }];
      return {
        control: run(proposed(own), requested(own), approved, started(own)),
        attack: run(proposed(other), requested(own), approved, started(other)),
      };
    }
    case 'policy-version':
      return { control, attack: run(proposed({}), requested({}), approved, asksFor('v2'), started({})) };
    case 'expiry': {
      const asked = requested({ at: ASKED, expires_at: EXPIRES });
      const decided = { ...approved, at: DECIDED };
      return {
        control: run(proposed({}), asked, decided, started({ at: RUNS })),
        attack: run(proposed({}), asked, decided, started({ at: LATE })),
      };
    }
    case 'order':
      return { control, attack: run(proposed({}), requested({}), started({}), approved) };
    case 'single-use':
      return { control, attack: [...control, proposed({}), started({ exec: 'e2' })] };
  }
}

function sayings({ tool, args, calls: [call] }: SensitiveTool) {
  return {
    asksFor: (version: string): EventInput => ({
      kind: 'policy.declared',
      id: 'ask',
      effect: 'require_approval',
      tools: [tool],
      version,
    }),
    speaks: (identity: string, session: string): EventInput => ({
      kind: 'identity.asserted',
      identity,
      subject: session,
      session,
    }),
    proposed: (fields: object): EventInput => ({ kind: 'call.proposed', call, tool, args, ...fields }),
    requested: (fields: object): EventInput => ({
      kind: 'approval.requested',
      approval: 'a1',
      call,
      tool,
      args,
      ...fields,
    }),
    approved: {
      kind: 'approval.decided',
      approval: 'a1',
      decision: 'approve',
      scope: 'once',
      by: 'reviewer',
      authenticity: 'server',
    } satisfies EventInput,
    started: (fields: object): EventInput => ({ kind: 'exec.started', exec: 'e1', call, tool, args, ...fields }),
  };
}

/** The same arguments with one value that is another. */
function otherArguments(args: JsonObject): JsonObject {
  const [first] = Object.entries(args);
  if (first === undefined) return { other: true };
  const [key, value] = first;
  return { ...args, [key]: otherValue(value) };
}

function otherValue(value: Json): Json {
  if (typeof value === 'string') return `${value}-other`;
  if (typeof value === 'number') return value + 1 === value ? 0 : value + 1;
  if (typeof value === 'boolean') return !value;
  return value === null ? 'other' : [value];
}
