import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { transferFiles, trioYaml } from '../runner/testing/transfer-files.ts';
import { coverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import { cliFolder } from './testing/run-cli.ts';

const folder = cliFolder({ ...transferFiles, 'send.scenario.yaml': trioYaml({ id: 'send/guarded' }), taken: '' });
afterAll(() => folder.dispose());
const LINE = ['models/Transfer.tla', '--scenarios', '*.scenario.yaml'];

describe('tracefold mutate --html', () => {
  it('writes a page with the mutants and what the trios cover', async () => {
    const { code } = await folder.run([mutate], 'mutate', ...LINE, '--threshold', '0', '--html', 'out/guards.html');
    expect(code).toBe(0);
    const page = readFileSync(join(folder.cwd, 'out/guards.html'), 'utf8');
    expect(page).toContain('Guards and coverage');
    expect(page).toContain('actions taken');
  });

  it('says that it cannot write, without the path of the machine', async () => {
    const { code, err } = await folder.run([mutate], 'mutate', ...LINE, '--html', 'taken/guards.html');
    expect(code).toBe(2);
    expect(err).toMatchInlineSnapshot(`"tracefold: cannot write "taken/guards.html" (ENOTDIR)"`);
  });
});

describe('tracefold coverage --html', () => {
  it('writes a page of what the trios cover', async () => {
    const { code } = await folder.run([coverage], 'coverage', ...LINE, '--html', 'coverage.html');
    expect(code).toBe(0);
    expect(readFileSync(join(folder.cwd, 'coverage.html'), 'utf8')).toContain('actions taken');
  });
});
