#!/usr/bin/env node
import process from 'node:process';
import { check } from './check.ts';
import { wantsColour } from './colours.ts';
import type { CommandContext } from './command.ts';
import { coverage } from './coverage.ts';
import { explain } from './explain.ts';
import { guards } from './guards.ts';
import { judge } from './judge.ts';
import { mutate } from './mutate.ts';
import { runCommand } from './run-command.ts';
import { synth } from './synth.ts';

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
process.exitCode = await runCommand(
  [check, judge, explain, guards, mutate, synth, coverage],
  version,
  process.argv.slice(2),
  context,
);
