#!/usr/bin/env node
// What a shell runs, built as CommonJS: Node loads `check` so in two thirds of the time that ES modules take, which is most of what a small
// check takes. Models in code are ES modules, and so are the commands that load them.
import { check } from './check.ts';
import { processContext, VERSION } from './process-context.ts';
import { runCommand } from './run-command.ts';

const args = process.argv.slice(2);
if (args[0] === 'check') {
  void runCommand([check], VERSION, args, processContext()).then((code) => {
    process.exitCode = code;
  });
} else void import(new URL('./cli.js', import.meta.url).href);
