#!/usr/bin/env node
// What a shell runs, built as CommonJS: Node loads `check` so in two thirds of the time that ES modules take, which is most of what a small
// check takes. Models in code are ES modules, and so are the commands that load them.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from './compile-cache.ts';

const load = createRequire(import.meta.url);
// Node 22.8 and later keep what they compiled for the next process; a folder that the user chose (NODE_COMPILE_CACHE) is in use by then.
const { enableCompileCache } = load('node:module') as { enableCompileCache?: (folder: string) => unknown };
const cacheFolder = compileCacheFolder(fileURLToPath(import.meta.url));
if (cacheFolder !== undefined) enableCompileCache?.(cacheFolder);

if (process.argv[2] === 'check') load('./cli-check.cjs');
else void import(new URL('./cli.js', import.meta.url).href);
