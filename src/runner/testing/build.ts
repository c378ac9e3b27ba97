import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** Builds the package before the end-to-end tests, unless `dist` is newer than every source. */
export default function build(): void {
  const built = join(REPOSITORY, 'dist/schema.json');
  const sources = ['src', 'matchers'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.(?:test|e2e)\.ts$|testing\//.test(path))
      .map((path) => join(REPOSITORY, folder, path)),
  );
  const inputs = [...sources, join(REPOSITORY, 'package.json'), join(REPOSITORY, 'tsdown.config.ts')];
  const changed = Math.max(...inputs.map((path) => statSync(path).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs > changed) return;
  execFileSync(join(REPOSITORY, 'node_modules/.bin/tsdown'), ['--logLevel', 'error'], {
    cwd: REPOSITORY,
    stdio: 'inherit',
  });
}
