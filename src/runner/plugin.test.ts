import { expect, test } from 'vitest';
import tracefold from './plugin.ts';

test.each(['defineCacheKeyGenerator', 'experimental_defineCacheKeyGenerator'])(
  'scenario files are kept out of the cache on disk of Vitest, which does not know the options of a plugin (%s)',
  (define) => {
    const keys: unknown[] = [];
    const { configureVitest } = tracefold() as unknown as { configureVitest(context: object): void };
    configureVitest({
      project: { config: { include: [] } },
      vitest: { config: { coverage: {} } },
      [define]: (keyOf: (module: { id: string }) => unknown) => {
        keys.push(keyOf({ id: '/shop/a.scenario.yaml?tracefold' }), keyOf({ id: '/shop/a.test.ts' }));
      },
    });
    expect(keys).toEqual([false, undefined]);
  },
);
