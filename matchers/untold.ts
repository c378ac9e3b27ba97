import { executionWatch, gapsOf } from '../src/model/gaps.ts';
import { isMachineModel } from '../src/model/machine-model.ts';
import type { Model } from '../src/model/model.ts';
import { type Phrase, phrase } from '../src/model/phrase.ts';
import type { EventKind } from '../src/trace/event.ts';
import type { Input } from './judge.ts';

/**
 * Why a recording does not tell all that the model looks at, in words: it has gaps, nobody recorded a kind of event, or an execution ended that
 * never began. Then what did not show may have happened all the same. Null if it tells all; steps always do.
 */
export function untold(model: Model, input: Input): Phrase | null {
  if (input.kind === 'steps') return null;
  const { header, events } = input.trace;
  const gaps = gapsOf(header);
  if (gaps !== null) return phrase`the recording has gaps: ${gaps}`;
  const kinds = kindsOf(model);
  const missing = kinds.filter((kind) => !header.observes.includes(kind));
  if (missing.length > 0) return phrase`the trace's recorder does not observe ${missing.join(', ')}`;
  if (!kinds.includes('exec.started')) return null;
  const executions = executionWatch();
  for (const event of events) executions.event(event);
  const unseen = executions.unseen();
  if (unseen === null) return null;
  return phrase`event ${String(unseen)} ends an execution that no event of the trace starts`;
}

/** What steps come from; the goals of an EIO module speak of executions alone. */
function kindsOf(model: Model): readonly EventKind[] {
  if (isMachineModel(model)) return model.mapping?.kinds ?? [];
  return ['exec.started'];
}
