import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrap } from '../../src/diagnostics/tracefold-error.ts';
import type { MachineModel } from '../../src/model/machine-model.ts';
import { loadTlaModel } from '../../src/tla/load-tla-model.ts';

const QUEUE = `---- MODULE Queue ----
EXTENDS Naturals, Sequences
CONSTANTS Items, Max
ASSUME Max > 0
VARIABLES queue, done
vars == <<queue, done>>
Init == queue = <<>> /\\ done = {}
Put(i) == Len(queue) < Max /\\ queue' = Append(queue, i) /\\ UNCHANGED done
Take == queue /= <<>> /\\ done' = done \\cup {Head(queue)} /\\ queue' = Tail(queue)
Next == (\\E i \\in Items : Put(i)) \\/ Take
Spec == Init /\\ [][Next]_vars /\\ WF_vars(Take)
Short == Len(queue) <= Max
NotBoth == ~(1 \\in done /\\ 2 \\in done)
Drains == (queue /= <<>>) ~> (done /= {})
Finishes == <>(done = Items)
====
`;

/** A queue of items under a configuration, read from files. */
export function queueModel(
  config = 'INVARIANT Short\nPROPERTY Drains',
  constants: { readonly Max?: number } = {},
): MachineModel<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tracefold-queue-'));
  try {
    writeFileSync(join(folder, 'Queue.tla'), QUEUE);
    writeFileSync(join(folder, 'Queue.cfg'), `SPECIFICATION Spec\nCONSTANTS Items = {1, 2} Max = 2\n${config}\n`);
    return unwrap(loadTlaModel('Queue.tla', { constants, cwd: folder }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
