#!/usr/bin/env node
import type { Command } from './command.ts';
import { processContext, VERSION } from './process-context.ts';
import { runCommand } from './run-command.ts';

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
process.exitCode = await runCommand(commands, VERSION, args, processContext());
