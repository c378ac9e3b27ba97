import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work with a temporary folder that is gone afterwards, also where it throws or a signal ends the process meanwhile: then `stopped` is
 * aborted first, so that nothing writes there any more.
 */
export async function withTemporaryFolder<T>(
  prefix: string,
  work: (folder: string, stopped: AbortSignal) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const stopping = new AbortController();
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const stop = (signal: NodeJS.Signals): void => {
    stopping.abort();
    remove();
    forget();
    // Without another listener the process ends as it would have ended without ours.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const forget = (): void => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work(folder, stopping.signal);
  } finally {
    forget();
    remove();
  }
}
