import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bindings } from './bindings.ts';
import { check } from './check.ts';
import type { Command } from './command.ts';
import { importCommand } from './import.ts';
import { mutate } from './mutate.ts';
import { synth } from './synth.ts';
import { DOOR } from './testing/door.ts';
import { cliFolder } from './testing/run-cli.ts';

const folder = cliFolder({
  ...DOOR,
  taken: 'a file, and no folder',
  'run.json': JSON.stringify([{ role: 'user', content: 'Hello.' }]),
  'gate.scenario.yaml': `bindings: gate/approvals
model: { spec: monitor:gateway }
tools: { pay: { amount: 10 } }
reaches: executedUnderApproval
`,
  'Open.tla': '---- MODULE Open ----\nVARIABLE x\nInit == x = 1\nNext == UNCHANGED x\nNo == x = 2\n====\n',
  'Open.cfg': 'INIT Init\nNEXT Next\nINVARIANT No\n',
});
afterAll(() => folder.dispose());

const WRITING: readonly [string, Command, readonly string[], string, number][] = [
  ['import', importCommand, ['run.json', '--out'], 'run.trace.jsonl', 0],
  ['import --as-trio', importCommand, ['run.json', '--as-trio', '--out'], 'run.scenario.yaml', 2],
  ['synth', synth, ['Door.tla', '--out'], 'known.scenario.yaml', 0],
  ['bindings', bindings, ['gate.scenario.yaml', '--out'], 'gate-approvals.scenario.yaml', 0],
  ['mutate --html', mutate, ['Door.tla', '--html'], 'page.html', 0],
  ['check --itf', check, ['Open.tla', '--itf'], 'open.itf.json', 1],
];

describe.each(WRITING)('tracefold %s', (_, command, args, file, code) => {
  const into = (place: string) => [
    ...args.slice(0, -1),
    args.at(-1)!,
    args.at(-1) === '--out' ? place : `${place}/${file}`,
  ];

  it('makes the folders that are missing', async () => {
    const ran = await folder.run([command], command.name, ...into('new/er'));
    expect(ran).toMatchObject({ code });
    expect(existsSync(join(folder.cwd, 'new/er', file))).toBe(true);
  });

  it('exits with 2 and one line where it cannot write, and leaves what is there', async () => {
    const ran = await folder.run([command], command.name, ...into('taken'));
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/^tracefold: cannot write "taken\/[\w.-]+" \((EEXIST|ENOTDIR)\)$/m);
    expect(readFileSync(join(folder.cwd, 'taken'), 'utf8')).toBe('a file, and no folder');
  });

  it.runIf(process.platform === 'linux')('gives up on a file system that takes no folders', async () => {
    const ran = await folder.run([command], command.name, ...into('/proc/tracefold/new'));
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/^tracefold: cannot write "\/proc\/tracefold\/new\/[\w.-]+" \(ENOENT\)$/m);
  });
});
