#!/usr/bin/env node
// What a shell runs, built as CommonJS: Node loads `check` so in two thirds of the time that ES modules take, which is most of what a small
// check takes. Models in code are ES modules, and so are the commands that load them.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const load = createRequire(import.meta.url);
// Node 22.8 and later keep what they compiled for the next process: in the package's own folder, as it is trusted like the package itself.
const { enableCompileCache } = load('node:module') as { enableCompileCache?: (folder: string) => unknown };
enableCompileCache?.(fileURLToPath(new URL('../.cache', import.meta.url)));

if (process.argv[2] === 'check') load('./cli-check.cjs');
else void import(new URL('./cli.js', import.meta.url).href);
