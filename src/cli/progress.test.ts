import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { judge } from './judge.ts';
import { statusLine } from './progress.ts';
import { runCommand } from './run-command.ts';
import { cliFolder } from './testing/run-cli.ts';

const FILES = 2_060;
const folder = cliFolder(
  Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => [`runs/${at}.json`, '[{"role":"user","content":"Hello."}]']),
  ),
);
afterAll(() => folder.dispose());

let shown: string[];
beforeEach(() => {
  shown = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown.push(String(text));
    return true;
  });
});
afterEach(() => void vi.restoreAllMocks());

const judging = async (progress: boolean, ...more: string[]) => {
  const out: string[] = [];
  const args = ['judge', 'runs/*.json', '--model', 'monitor:gateway', ...more];
  const code = await runCommand([judge], 'test', args, {
    cwd: folder.cwd,
    out: (text) => void out.push(text),
    err: (text) => void out.push(text),
    progress,
    colour: false,
  });
  return { code, out };
};

describe('the progress of thousands of files', () => {
  it('is one line of a terminal that is written over, and gone before every line of output and at the end', async () => {
    const { out } = await judging(true, '--json');
    expect(out).toHaveLength(FILES);
    const counted = shown.filter((text) => text.includes(' of ')).map((text) => text.replace('\r\u001b[K', ''));
    expect(counted.slice(0, 2)).toEqual([`25 of ${FILES}`, `50 of ${FILES}`]);
    expect(counted.at(-1)).toBe(`${FILES} of ${FILES}`);
    expect(counted).toHaveLength(Math.ceil(FILES / 25));
    expect(shown.at(-1)).toBe('\r\u001b[K');
    expect(shown.join('')).not.toContain('\n');
  });

  it('is not shown where standard error is no terminal', async () => {
    await judging(false, '--json');
    expect(shown).toEqual([]);
  });

  it('clears nothing that it did not write', () => {
    statusLine({ cwd: '.', out: () => {}, err: () => {}, progress: true, colour: false }).clear();
    expect(shown).toEqual([]);
  });
});
