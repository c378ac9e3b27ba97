// Our search of TLA+ models next to TLC's, in one run: states a second, processor time beside wall time (a busy machine stretches only the
// latter), memory a state, and the time of a tiny model within a process and as a whole one.
// Run with: node --expose-gc --import tsx bench/explore.bench.ts [--large] ; TLC takes part where TLA2TOOLS_JAR names it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkSpec, loadModel } from '../src/explore/check.ts';
import { exploreModel } from '../src/explore/explore-model.ts';
import { checkWithTlc, findTlc } from '../src/explore/tlc-engine/tlc-engine.ts';
import type { ModelFiles } from '../src/tla/model-files.ts';
import { profiled } from './profiled.ts';

const inProject = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const SHIPPED = inProject('scenarios/models/NodesPipeline.tla');
const TWO_TOOLS = { MaxQueueLen: 4, MaxExecLen: 3 };
const ONE_TOOL = {
  Tools: ['nodes.run'],
  PolicyAllowShared: ['nodes.run'],
  PolicyAllowMain: ['nodes.run'],
  MaxQueueLen: 2,
  MaxExecLen: 2,
};

interface Cost {
  readonly wall: number;
  readonly processor: number;
}

function timed<T>(work: () => T): Cost & { readonly value: T } {
  const started = process.hrtime.bigint();
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, wall: Number(process.hrtime.bigint() - started) / 1e9, processor: (user + system) / 1e6 };
}

const seconds = (value: number): string => `${value.toFixed(2)} s`;
const rate = (states: number, time: number): string => `${Math.round(states / time)} distinct states/s`;
const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

/** Bytes that are in use, buffers included. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function own(title: string, files: Omit<ModelFiles, 'mappingFile'>, maxStates?: number): void {
  const model = loadModel(files);
  if (!model.ok) throw new Error(model.errors[0].message);
  const before = memory();
  const { value, wall, processor } = timed(() =>
    exploreModel(model.value, maxStates === undefined ? {} : { maxStates }),
  );
  // The search is held until here, so that what it takes is seen.
  const bytes = memory() - before;
  const { result } = value;
  const { distinctStates, generatedStates, depth } = result;
  console.log(
    `${title}\n  ${result.outcome}: ${distinctStates} distinct, ${generatedStates} generated, depth ${depth}\n` +
      `  tracefold  wall ${seconds(wall)}, processor ${seconds(processor)}, ${rate(distinctStates, processor)}, ` +
      `${Math.round(bytes / distinctStates)} bytes a state, ${mebibytes(process.memoryUsage().rss)} resident`,
  );
}

async function tlc(files: Omit<ModelFiles, 'mappingFile'>, workers: number): Promise<void> {
  if (!findTlc().ok) return;
  const started = process.hrtime.bigint();
  const report = await checkWithTlc({ ...files, workers, coverage: false });
  const wall = Number(process.hrtime.bigint() - started) / 1e9;
  const told = report.error === null ? rate(report.distinctStates, wall) : report.error.message;
  console.log(
    `  TLC, ${workers} worker${workers === 1 ? '' : 's'}  wall ${seconds(wall)} (start of Java included), ${told}`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const milliseconds = (value: number): string => `${(value * 1000).toFixed(1)} ms`;
/** A busy machine moves the median, hardly the best. */
const told = (values: readonly number[]): string =>
  `best ${milliseconds(Math.min(...values))}, median ${milliseconds(median(values))}`;

function tiny(files: Omit<ModelFiles, 'mappingFile'>): void {
  const runs = Array.from({ length: 21 }, () => {
    const load = timed(() => loadModel(files));
    const model = load.value;
    if (!model.ok) throw new Error(model.errors[0].message);
    return { load: load.wall, ...timed(() => exploreModel(model.value).result) };
  });
  const [first] = runs;
  console.log(
    `tiny model\n  ${first!.value.distinctStates} distinct, ${first!.value.generatedStates} generated\n` +
      `  load (read, parse, check, generate code), from source: first of the process ${milliseconds(first!.load)}, ` +
      `later ${told(runs.map(({ load }) => load))} wall\n` +
      `  after load, from source: first of the process ${milliseconds(first!.wall)}, later ${told(runs.map(({ wall }) => wall))} wall`,
  );
  const built = inProject('dist/cli.cjs');
  if (!existsSync(built)) {
    console.log('  whole process: not measured, dist/cli.cjs is not built');
    return;
  }
  const { specFile, configFile } = files;
  const config = configFile === undefined ? [] : ['--config', configFile];
  const constants = Object.entries(files.constants ?? {}).flatMap(([name, value]) => [
    '--constant',
    `${name}=${JSON.stringify(value)}`,
  ]);
  const command = [built, 'check', specFile, ...config, ...constants, '--json'];
  const inside = Array.from({ length: 11 }, () => profiled(command, ['loadModel', 'exploreModel']));
  console.log(
    `  built command, under the profiler: load ${told(inside.map(([load]) => load!))}, ` +
      `first exploration ${told(inside.map(([, explore]) => explore!))} wall`,
  );
  // Where a machine adds certificates of its own, Node reads them as it starts, which takes as long as the start itself.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: '' };
  const started = (args: string[]): number[] =>
    Array.from({ length: 11 }, () => timed(() => spawnSync(process.execPath, args, { env })).wall);
  const walls = started(command);
  const bare = started(['-e', '0']);
  console.log(`  whole process: ${told(walls)} wall, of which Node alone ${told(bare)}`);
}

const seed = inProject('../shared/seeds/NodesPipelineHarness.tla');
const seedConfig = inProject('../shared/reference/nodes-pipeline-535029-states.cfg');
const large =
  existsSync(seed) && existsSync(seedConfig)
    ? { title: 'seed, two tools', files: { specFile: seed, configFile: seedConfig } }
    : { title: 'NodesPipeline, two tools', files: { specFile: SHIPPED, constants: TWO_TOOLS } };

tiny({ specFile: SHIPPED, constants: ONE_TOOL });
await tlc({ specFile: SHIPPED, constants: ONE_TOOL }, 1);
checkSpec({ specFile: SHIPPED, maxStates: 3000 });
own(large.title, large.files);
for (const workers of [1, 2]) await tlc(large.files, workers);
if (process.argv.includes('--large')) {
  own(
    'five million states',
    { specFile: SHIPPED, constants: { ...TWO_TOOLS, MaxQueueLen: 5, MaxExecLen: 4 } },
    5_000_000,
  );
}
