import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import type { MachineModel } from '../model/machine-model.ts';
import { loadTestModel } from '../tla/testing/load-model.ts';
import { canonicalJson } from '../trace/canonical-json.ts';
import type { JsonObject } from '../trace/json.ts';

const OURS = 'scenarios/models/NodesPipeline.tla';
const AUDIT = 'scenarios/models/NodesPipelineAudit.tla';
const CONFIG = 'scenarios/models/NodesPipeline.cfg';
const SEED = '../shared/seeds/NodesPipelineHarness.tla';

interface Graph {
  readonly states: ReadonlySet<string>;
  /** `state -> action(arguments) -> state` */
  readonly edges: ReadonlySet<string>;
}

/** Every reachable state and move of a model, by plain breadth-first search over its interface. */
function graphOf<S>({ machine }: MachineModel<S>): Graph {
  const states = new Set<string>();
  const edges = new Set<string>();
  const text = (state: S): string => canonicalJson(machine.observe(state));
  let frontier: readonly S[] = unwrap(machine.initial());
  for (const state of frontier) states.add(text(state));
  while (frontier.length > 0) {
    const next: S[] = [];
    for (const from of frontier) {
      for (const { step, state } of unwrap(machine.successors(from))) {
        edges.add(`${text(from)} ${step.action}${canonicalJson(step.args ?? {})} ${text(state)}`);
        if (states.has(text(state))) continue;
        states.add(text(state));
        next.push(state);
      }
    }
    frontier = next;
  }
  return { states, edges };
}

/** Whether some reachable state violates the invariant. */
function isViolated<S>({ machine }: MachineModel<S>, invariant: string): boolean {
  const seen = new Set<string | number>();
  let frontier: readonly S[] = unwrap(machine.initial());
  while (frontier.length > 0) {
    const next: S[] = [];
    for (const state of frontier) {
      if (seen.has(machine.key(state))) continue;
      seen.add(machine.key(state));
      const outcome = machine.invariant(state, invariant);
      if (outcome.kind === 'decided' && !outcome.holds) return true;
      next.push(...unwrap(machine.successors(state)).map((successor) => successor.state));
    }
    frontier = next;
  }
  return false;
}

const SMALL: JsonObject = { MaxQueueLen: 1, MaxExecLen: 2 };

describe.skipIf(!existsSync(SEED))('the shipped harness and the seed', () => {
  it.each<[string, JsonObject]>([
    ['a shared session', SMALL],
    ['a main session', { ...SMALL, SessionType: 'main' }],
    ['no approvals required', { ...SMALL, ApprovalRequired: false }],
    ['a denied command', { ...SMALL, Deny: ['system.run'] }],
    ['a command that no node declares', { ...SMALL, DeclaredByNode: [] }],
    ['a tool that shared sessions may not use', { ...SMALL, PolicyAllowShared: ['web'] }],
  ])('have the same state graph with %s', (_name, constants) => {
    const [ours, seed] = [OURS, SEED].map((spec) => graphOf(loadTestModel(spec, CONFIG, { constants })));
    expect(ours!.states.size).toBeGreaterThan(50);
    expect([...ours!.states].sort()).toEqual([...seed!.states].sort());
    expect([...ours!.edges].sort()).toEqual([...seed!.edges].sort());
  });
});

describe('what the harness does not stop, or does not notice (docs/findings.md)', () => {
  const audit = (constants: JsonObject = SMALL) =>
    loadTestModel(AUDIT, 'scenarios/models/NodesPipelineAudit.cfg', { constants });
  const ranOnce = (constants: JsonObject) =>
    loadTestModel(AUDIT, 'scenarios/models/NodesPipelineRanOnce.cfg', { constants });

  it('lets one approved request run twice', () => {
    expect(isViolated(ranOnce(SMALL), 'Inv_RanOnce')).toBe(true);
  });

  it('violates its invariant where approvals are not required', () => {
    const model = (ApprovalRequired: boolean) =>
      loadTestModel(OURS, CONFIG, { constants: { ...SMALL, ApprovalRequired } });
    expect(isViolated(model(true), 'Inv_SharedNodesRunSafe')).toBe(false);
    expect(isViolated(model(false), 'Inv_SharedNodesRunSafe')).toBe(true);
  });

  it('never reaches the state "denied"', () => {
    const { states } = graphOf(loadTestModel(OURS, CONFIG, { constants: SMALL }));
    const reached = new Set([...states].map((state) => (JSON.parse(state) as { approvalState: string }).approvalState));
    expect([...reached].sort()).toEqual(['approved', 'expired', 'none', 'pending']);
  });

  it.each([
    ['AllowedByPolicy', { PolicyAllowShared: [] }, 'Inv_PolicyAllows'],
    ['NodeCommandAllowlisted', { Deny: ['system.run'] }, 'Inv_CommandAllowlisted'],
    ['NodeCommandDeclared', { DeclaredByNode: [] }, 'Inv_NodeDeclares'],
  ])('does not notice that %s is gone, which the audit does', (guard, constants, noticed) => {
    const weakened = unwrap(audit({ ...SMALL, ...constants }).weaken(guard));
    expect(isViolated(weakened, 'Inv_SharedNodesRunSafe')).toBe(false);
    expect(isViolated(weakened, noticed)).toBe(true);
  });
});
