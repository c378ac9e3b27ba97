import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileCacheFolder } from './compile-cache.ts';

const path = (...parts: readonly string[]) => sep + join(...parts);

describe('what Node compiled', () => {
  it.each([
    ['npm', path('shop', 'node_modules', 'tracefold', 'dist', 'cli.cjs')],
    ['pnpm', path('shop', 'node_modules', '.pnpm', 'tracefold@0.1.0', 'node_modules', 'tracefold', 'dist', 'cli.cjs')],
    [
      'a package that depends on it',
      path('shop', 'node_modules', 'kit', 'node_modules', 'tracefold', 'dist', 'cli.cjs'),
    ],
  ])('is kept beside the packages that %s installs, and in none of them', (_, file) => {
    expect(compileCacheFolder(file)).toBe(path('shop', 'node_modules', '.cache', 'tracefold'));
  });

  it('is kept nowhere by a package that is not installed', () => {
    expect(compileCacheFolder(path('src', 'tracefold', 'dist', 'cli.cjs'))).toBeUndefined();
    expect(compileCacheFolder(path('my_node_modules', 'tracefold', 'dist', 'cli.cjs'))).toBeUndefined();
  });
});
