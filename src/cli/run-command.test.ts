import { describe, expect, it } from 'vitest';
import { TracefoldError } from '../diagnostics/tracefold-error.ts';
import type { Command } from './command.ts';
import { runCommand } from './run-command.ts';

const count: Command = {
  name: 'count',
  summary: 'counts its files',
  usage: 'count FILES [--json]',
  options: { json: { type: 'boolean' }, model: { type: 'string' } },
  help: { '--json': 'as JSON', '--model SPEC': 'a model' },
  run: async (files, values, context) => {
    if (files.includes('bad')) throw new TracefoldError([{ code: 'count/bad', message: 'bad \u001b[2J file' }]);
    if (files.includes('bug')) throw new RangeError('a bug');
    if (values.model !== undefined && files.length < 2) {
      context.err('tracefold count: needs two files');
      return 2;
    }
    context.out(values.json === true ? JSON.stringify(files.length) : `${files.length} files`);
    return files.length > 0 ? 0 : 1;
  },
};

async function line(...args: string[]): Promise<string> {
  const written: string[] = [];
  const context = {
    cwd: '/',
    out: (text: string) => written.push(`out: ${text}`),
    err: (text: string) => written.push(`err: ${text}`),
    progress: false,
    colour: false,
  };
  const code = await runCommand([count, { ...count, name: 'list' }], '1.2.3', args, context);
  return [...written, `exit ${code}`].join('\n');
}

describe('a command line', () => {
  it('runs the command that it names, and exits with what that returns', async () => {
    expect(await line('count', 'a', 'b')).toBe('out: 2 files\nexit 0');
    expect(await line('count', '--json', 'a')).toBe('out: 1\nexit 0');
    expect(await line('count')).toBe('out: 0 files\nexit 1');
    expect(await line('--version')).toBe('out: 1.2.3\nexit 0');
  });

  it('without a command shows what there is, and is an error unless help was asked for', async () => {
    expect(await line()).toMatchInlineSnapshot(`
      "out: tracefold: proves that the trace of an agent never reaches a forbidden state

        count  counts its files
        list   counts its files

      tracefold COMMAND --help tells more. Exit codes: 0 holds, 1 violated, 2 cannot be judged.
      exit 2"
    `);
    expect(await line('--help')).toBe((await line()).replace('exit 2', 'exit 0'));
  });

  it('shows how a command is called where it got nothing to work on, and only there', async () => {
    const needs = 'err: tracefold count: needs two files\n';
    expect(await line('count', '--model', 'm')).toBe(`${needs}err:   tracefold count FILES [--json]\nexit 2`);
    expect(await line('count', '--model', 'm', 'a')).toBe(`${needs}exit 2`);
  });

  it('shows the options of one command', async () => {
    expect(await line('count', '--help')).toMatchInlineSnapshot(`
      "out: tracefold count FILES [--json]

      counts its files

        --json        as JSON
        --model SPEC  a model
      exit 0"
    `);
  });

  it.each([
    ['an unknown command', ['cuont']],
    ['an unknown option', ['count', '--jsno']],
    ['an option without its value', ['count', '--model']],
    ['a problem of the input', ['count', 'bad']],
    ['a hostile command', ['\u001b]0;title\u0007\n::error::forged']],
  ])('exits with 2 for %s, in plain text with the nearest name', async (_name, args) => {
    const text = await line(...args);
    expect(text).toMatchSnapshot();
    expect(text).not.toMatch(/\u001b|^::error/m);
  });

  it('does not hide a defect of its own, and does not let it pass for a violation', async () => {
    const shown = await line('count', 'bug');
    expect(shown).toMatch(
      /^err: tracefold count: an error that should not be; please report it\nRangeError: a bug\n +at /,
    );
    expect(shown).toMatch(/\nexit 2$/);
  });
});
