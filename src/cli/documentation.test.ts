import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sourceText } from '../diagnostics/source-text.ts';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import * as tracefold from '../index.ts';
import { allExamples, type Check, type Example, PAGES, REPOSITORY } from '../runner/testing/documentation.ts';
import { fileHost } from '../scenario/file-host.ts';
import { loadModel } from '../scenario/load-model.ts';
import { loadScenarioFile } from '../scenario/load-scenario.ts';
import { renderTrio, runTrio } from '../scenario/run-trio.ts';
import { readTrace } from '../trace/read-trace.ts';
import { check } from './check.ts';
import type { Command } from './command.ts';
import { coverage } from './coverage.ts';
import { explain } from './explain.ts';
import { guards } from './guards.ts';
import { importCommand } from './import.ts';
import { judge } from './judge.ts';
import { metamorphic } from './metamorphic.ts';
import { mutate } from './mutate.ts';
import { runCommand } from './run-command.ts';
import { synth } from './synth.ts';

const COMMANDS: readonly Command[] = [
  check,
  judge,
  importCommand,
  explain,
  guards,
  mutate,
  synth,
  coverage,
  metamorphic,
];

const examples = allExamples();
const of = <K extends Check['kind']>(kind: K) =>
  examples
    .filter((one): one is Example & { check: Extract<Check, { kind: K }> } => one.check.kind === kind)
    .map((one) => ({ ...one, place: `${one.page}:${one.line}` }));

// What the pages tell the reader to start from: the example for Vitest, with the module that ships beside its model.
const shop = mkdtempSync(join(tmpdir(), 'tracefold-docs-'));
cpSync(join(REPOSITORY, 'examples/vitest'), shop, {
  recursive: true,
  filter: (path) => !path.includes('node_modules'),
});
for (const ending of ['tla', 'cfg', 'mapping.yaml']) {
  cpSync(join(REPOSITORY, `scenarios/models/NodesPipeline.${ending}`), join(shop, `models/NodesPipeline.${ending}`));
}
afterAll(() => rmSync(shop, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(shop, path)), { recursive: true });
  writeFileSync(join(shop, path), text);
};

/** A command line as a shell takes it apart, without `npx tracefold`. */
function argumentsOf(line: string): string[] {
  const [npx, tracefold, ...args] = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
  expect([npx, tracefold]).toEqual(['npx', 'tracefold']);
  return args;
}

async function run(line: string): Promise<{ readonly code: number; readonly output: string }> {
  const output: string[] = [];
  const add = (text: string): void => void output.push(text);
  const context = { cwd: shop, out: add, err: add, progress: false, colour: false };
  const code = await runCommand(COMMANDS, '0.0.0', argumentsOf(line), context);
  return { code, output: output.join('\n') };
}

/** A trio on a model, with the given attack and negative control. */
const trioOf = (model: string, attack: string, negativeControl: string): string =>
  `trio: a
claim: A.
${model}attack:
${indent(attack)}control:
${indent(attack.startsWith('steps:') ? 'steps: [Other]\n' : 'events: [{ kind: session.linked, from: b, to: a }]\n')}${negativeControl}`;

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');
const SEVEN_EVENTS = `events:\n${'  - { kind: session.linked, from: a, to: b }\n'.repeat(7)}`;

const loadTrio = (yaml: string) => unwrap(loadScenarioFile(sourceText('a.scenario.yaml', yaml))).trios[0]!;

test('every example of the documentation is checked, or says why not', () => {
  expect(of('unmarked').map(({ place, check }) => `${place}: ${check.mark}`)).toEqual([]);
  expect(of('not run').length).toBeLessThan(examples.length / 3);
});

test('every function that the package exports is named in the documentation', () => {
  const pages = PAGES.map((page) => readFileSync(join(REPOSITORY, page), 'utf8')).join('\n');
  const names = Object.keys(tracefold);
  expect(names).toContain('defineModel');
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(pages))).toEqual([]);
});

describe('a command of the documentation', () => {
  const ours = of('output').filter(({ check }) => check.command.startsWith('npx tracefold '));

  test.each(ours)('prints what is shown: $place', async ({ text, check: { command, code } }) => {
    const [first, ...rest] = text.split('\n');
    expect(first).toBe(`$ ${command}`);
    expect(await run(command)).toEqual({ code, output: rest.join('\n').trimEnd() });
  });

  test.each(of('commands'))('ends as it is said: $place', async ({ text }) => {
    for (const line of text.trimEnd().split('\n')) {
      const [command = '', said] = line.split(' # exit code ');
      const { code, output } = await run(command);
      expect(code, `${line}\n${output}`).toBe(Number(said?.[0] ?? 0));
    }
  });
});

describe('YAML of the documentation', () => {
  test.each(of('leg'))('is a leg: $place', ({ text, check: { model } }) => {
    const trio = loadTrio(trioOf(`model: { spec: ${model} }\n`, text, 'negative-control: { weaken: Guard }\n'));
    expect(text).toContain(`${trio.attack.sources[0]?.kind}:`);
  });

  test.each(of('negative control'))('is a negative control: $place', ({ text, check: { model } }) => {
    const attack = model.endsWith('.tla') ? 'steps: [HumanApprove]\n' : SEVEN_EVENTS;
    const { negativeControl } = loadTrio(trioOf(`model: { spec: ${model} }\n`, attack, text));
    expect(text).toContain(`${negativeControl.kind}:`);
  });

  test.each(of('model'))('names models that load: $place', async ({ text }) => {
    const trio = loadTrio(trioOf(text, SEVEN_EVENTS, 'negative-control: { weaken: Guard }\n'));
    for (const { spec } of trio.models) unwrap(await loadModel(spec, { root: shop }));
  });

  test.each(of('trio'))('comes to what is said: $place', async ({ text, check: { outcome } }) => {
    const { trios } = unwrap(loadScenarioFile(sourceText('a.scenario.yaml', text)));
    expect(trios.length).toBeGreaterThan(0);
    for (const trio of trios) {
      const result = unwrap(await runTrio(trio, fileHost({ root: shop })));
      expect(result.outcome, renderTrio(result)).toBe(outcome);
    }
  });

  test.each(of('mapping'))('is a mapping: $place', async ({ text, check: { model } }) => {
    write('models/shown.mapping.yaml', text);
    unwrap(await loadModel(model, { root: shop, mapping: 'models/shown.mapping.yaml' }));
  });

  test.each(of('EIO module'))('is a module: $place', async ({ text, check: { path } }) => {
    write(path, text);
    unwrap(await loadModel(path, { root: shop }));
  });

  test.each(of('mutation settings'))('are settings: $place', async ({ text }) => {
    write('models/shown.mutation.yaml', text);
    const { output } = await run(
      'npx tracefold mutate models/NodesPipeline.tla --mutation models/shown.mutation.yaml --guard ApprovalOk',
    );
    expect(output).toMatch(/guard score/);
  });

  test.each(of('trace'))('is a trace: $place', ({ text }) => {
    expect(unwrap(readTrace(text, { file: 'run.jsonl' })).events.length).toBeGreaterThan(1);
  });
});
