import { type Diagnostic, ok, type Result } from '../../diagnostics/diagnostic.ts';
import type { ScenarioHost } from '../host.ts';
import { editedInput } from '../integrity.ts';
import { withInputs } from '../mutation/mutant-trios.ts';
import { type ResolvedModel, resolveModel } from '../resolve-model.ts';
import { runTrioOn, type TrioResult } from '../run-trio.ts';
import { type LegName, type LegSource, mapSources, sourcesOf, type Trio } from '../trio.ts';
import { isRenumberable, TRANSFORMATIONS, type Transformation } from './transformations.ts';

export interface MetamorphicReport {
  /** How many pairs of a trio and a transformation were run. */
  readonly checks: number;
  /** Trios that no transformation applies to: steps, live agents, TLA+ models, recordings whose events name each other by number. */
  readonly skipped: readonly string[];
  /** Verdicts that a transformation changed. */
  readonly failures: readonly Diagnostic[];
}

/** Runs every trio on transformed traces as well; a leg that then comes to something else is a failure that names the transformation. */
export async function metamorphicChecks(
  trios: readonly Trio[],
  host: ScenarioHost,
  transformations: readonly Transformation[] = TRANSFORMATIONS,
): Promise<Result<MetamorphicReport>> {
  const failures: Diagnostic[] = [];
  const skipped: string[] = [];
  let checks = 0;
  for (const trio of trios) {
    const models: ResolvedModel[] = [];
    for (const ref of trio.models) {
      const model = await resolveModel(ref, host);
      if (!model.ok) return model;
      models.push(model.value);
    }
    const read = await withInputs(trio, host);
    if (!read.ok) return read;
    // A TLA+ model has the ids and the room that its constants give it, and no more.
    const bounded = models.some(({ model }) => model.kind === 'tla');
    // The events of a binding are steps of a model that decides by itself, and no recording.
    const declared = trio.binding !== undefined;
    const plain = read.value === null || bounded || declared ? null : withOwnNegative(read.value);
    if (plain === null) {
      skipped.push(trio.id);
      continue;
    }
    const before = await runTrioOn(plain, models, host);
    if (!before.ok) return before;
    for (const transformation of transformations) {
      const after = await runTrioOn(transformed(plain, transformation), models, host);
      if (!after.ok) return after;
      checks++;
      for (const leg of changedLegs(before.value, after.value)) failures.push(failure(trio, transformation, leg));
    }
  }
  return ok({ checks, skipped, failures });
}

/** The recordings of a trio, with its negative control's events in full, so that they can be transformed like the others; null if a leg has none. */
function withOwnNegative(all: Trio): Trio | null {
  const trio = mapSources(all, (source) => (source.kind === 'events' ? source : null));
  if (trio === null) return null;
  const { attack, negativeControl: negative } = trio;
  for (const source of sourcesOf(trio)) if (source.kind === 'events' && !isRenumberable(source.trace)) return null;
  if (negative.kind !== 'edit') return trio;
  const input = editedInput(
    { kind: 'trace', trace: (attack.sources[0] as Extract<LegSource, { kind: 'events' }>).trace },
    negative.edits,
  );
  if (input.kind !== 'trace') return null;
  const source: LegSource = { kind: 'events', trace: input.trace, spans: [] };
  return { ...trio, negativeControl: { at: negative.at, violates: negative.violates, kind: 'own', source, edits: [] } };
}

const transformed = (trio: Trio, { apply }: Transformation): Trio =>
  mapSources(trio, (source) =>
    source.kind === 'events' ? { ...source, trace: apply(source.trace), spans: [] } : source,
  )!;

/** Legs that no longer do, or now do, what the trio needs of them. Integrity is of the trio as written. */
function changedLegs(before: TrioResult, after: TrioResult): readonly LegName[] {
  return before.legs.flatMap(({ leg, ok: held }, index) => (after.legs[index]!.ok === held ? [] : [leg]));
}

function failure(trio: Trio, { name, does }: Transformation, leg: LegName): Diagnostic {
  const at = leg === 'attack' ? trio.attack.at : leg === 'control' ? trio.control.at : trio.negativeControl.at;
  return {
    code: `metamorphic/${name}`,
    message: `what the ${leg} of ${trio.id} comes to changes if ${does}`,
    at,
    lineText: trio.source.line(at.start.line),
  };
}
