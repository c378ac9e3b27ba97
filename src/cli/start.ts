#!/usr/bin/env node
// What a shell runs, built as CommonJS: Node loads `check` so in two thirds of the time that ES modules take, which is most of what a small
// check takes. Models in code are ES modules, and so are the commands that load them.
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
// What Node compiles is kept only where the user says so (NODE_COMPILE_CACHE, which Node reads by itself): an installed package may be
// read-only, shared by users and projects, or checked for its bytes, and a folder that others may write into must not hold our code.

if (process.argv[2] === 'check') load('./cli-check.cjs');
else void import(new URL('./cli.js', import.meta.url).href);
