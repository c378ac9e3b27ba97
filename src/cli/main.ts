#!/usr/bin/env node
import process from 'node:process';
import { wantsColour } from './colours.ts';
import type { Command, CommandContext } from './command.ts';
import { runCommand } from './run-command.ts';

declare const TRACEFOLD_VERSION: string;

// A reader that has seen enough (`| head`) ends the run quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const context: CommandContext = {
  cwd: process.cwd(),
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  progress: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
  colour: wantsColour(process.stdout.isTTY === true, process.env),
};

const version = typeof TRACEFOLD_VERSION === 'string' ? TRACEFOLD_VERSION : 'development';
// Only the command that is asked for is loaded; the start of the process is most of what a small check takes.
const COMMANDS: readonly (readonly [name: string, load: () => Promise<Command>])[] = [
  ['check', async () => (await import('./check.ts')).check],
  ['judge', async () => (await import('./judge.ts')).judge],
  ['import', async () => (await import('./import.ts')).importCommand],
  ['explain', async () => (await import('./explain.ts')).explain],
  ['guards', async () => (await import('./guards.ts')).guards],
  ['mutate', async () => (await import('./mutate.ts')).mutate],
  ['synth', async () => (await import('./synth.ts')).synth],
  ['bindings', async () => (await import('./bindings.ts')).bindings],
  ['coverage', async () => (await import('./coverage.ts')).coverage],
  ['metamorphic', async () => (await import('./metamorphic.ts')).metamorphic],
];
const args = process.argv.slice(2);
const wanted = COMMANDS.filter(([name]) => name === args[0]);
const commands = await Promise.all((wanted.length > 0 ? wanted : COMMANDS).map(([, load]) => load()));
process.exitCode = await runCommand(commands, version, args, context);
