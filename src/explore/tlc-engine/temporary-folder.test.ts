import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTemporaryFolder } from './temporary-folder.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listeners = () => SIGNALS.map((signal) => process.listenerCount(signal));

describe('a temporary folder', () => {
  it('is there for the work, and gone after it and after an error', async () => {
    const before = listeners();
    let used = '';
    const work = async (folder: string) => {
      used = folder;
      writeFileSync(join(folder, 'states'), 'x');
      return existsSync(folder);
    };
    expect(await withTemporaryFolder('tracefold-test-', work)).toBe(true);
    expect(existsSync(used)).toBe(false);
    const failing = withTemporaryFolder('tracefold-test-', async (folder) => {
      await work(folder);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(existsSync(used)).toBe(false);
    expect(listeners()).toEqual(before);
  });

  it.each(SIGNALS)('is gone after %s, once the work was told to stop', async (signal) => {
    const before = listeners();
    // Somebody else listens, so that the process of this test goes on.
    const other = () => {};
    process.on(signal, other);
    const seen = await withTemporaryFolder('tracefold-test-', async (folder, stopped) => {
      writeFileSync(join(folder, 'states'), 'x');
      const told = new Promise((resolve) =>
        stopped.addEventListener('abort', () => resolve(existsSync(folder) ? 'stopped first' : 'removed first')),
      );
      process.emit(signal, signal);
      return [await told, existsSync(folder)];
    });
    process.off(signal, other);
    expect(seen).toEqual(['stopped first', false]);
    expect(listeners()).toEqual(before);
  });
});
