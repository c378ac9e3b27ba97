import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sourceText } from '../diagnostics/source-text.ts';
import { fileHost } from './file-host.ts';
import { loadScenarioFile } from './load-scenario.ts';
import { renderErrors, runTrio } from './run-trio.ts';

const home = mkdtempSync(join(tmpdir(), 'tracefold-bad-'));
const root = join(home, 'project');
mkdirSync(join(root, 'models/folder.mjs'), { recursive: true });
const model = (name: string, text: string): void => writeFileSync(join(root, 'models', name), text);
model('throws.mjs', "throw new Error('no database\\nat all');\n");
model('throws-text.mjs', "throw 'no database';\n");
model('imports.mjs', "import './nowhere.mjs';\n");
model('syntax.mjs', 'export default {{\n');
model('exports-nothing.mjs', 'export const a = 1;\n');
const fake = "{ fold: () => null, predicates: [], name: 'fake' }";
model('exports-by-name.mjs', `export const shop = ${fake};\n`);
model('exports-promise.mjs', `export default Promise.resolve(${fake});\n`);
model('exports-function.mjs', `export default () => (${fake});\n`);
model(
  'definition.mjs',
  `throw Object.assign(new Error('told whole'), { diagnostics: [{ code: 'model/unknown-part', message: 'unknown key "gaurds"', hint: 'did you mean "guards"?' }] });\n`,
);
model('exports-definition.mjs', "export default { name: 'raw', initial: () => ({}) };\n");
model(
  'Pay.tla',
  "---- MODULE Pay ----\nVARIABLE paid\nInit == paid = FALSE\nPay == ~paid /\\ paid' = TRUE\nNext == Pay\nSafe == TRUE\n====\n",
);
model('Pay.cfg', 'INIT Init\nNEXT Next\nINVARIANT Safe\n');
writeFileSync(join(home, 'outside.mjs'), 'export default 1;\n');
symlinkSync(join(home, 'outside.mjs'), join(root, 'models/link.mjs'));
symlinkSync('loop.mjs', join(root, 'models/loop.mjs'));
symlinkSync(join(home, 'outside.mjs'), join(root, 'models/link.cfg'));
symlinkSync(join(home, 'outside.mjs'), join(root, 'models/link.yaml'));
model('Alone.tla', '---- MODULE Alone ----\nVARIABLE paid\n====\n');
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function problems(spec: string, steps = '[Pay]', reaches = ''): Promise<string> {
  const text = `trio: pay\nclaim: A.\nmodel: { spec: ${spec} }\nattack: { steps: ${steps} }\ncontrol:\n  steps: [Pay, Pay]\n${reaches}negative-control: { weaken: Pay/1 }\n`;
  const file = loadScenarioFile(sourceText('scenarios/pay.scenario.yaml', text));
  if (!file.ok) return renderErrors(file.errors);
  const result = await runTrio(file.value.trios[0]!, fileHost({ root }));
  return result.ok ? result.value.outcome : renderErrors(result.errors).replaceAll(root, '<root>');
}

test.each([
  ['that throws', '../models/throws.mjs'],
  ['that throws a text', '../models/throws-text.mjs'],
  ['that exports none', '../models/exports-nothing.mjs'],
  ['that exports one by a name', '../models/exports-by-name.mjs'],
  ['that exports a promise of one', '../models/exports-promise.mjs'],
  ['that exports a function that gives one', '../models/exports-function.mjs'],
  ['that defineModel refuses', '../models/definition.mjs'],
  ['that exports the definition of one', '../models/exports-definition.mjs'],
  ['that is not there', '../models/nowhere.mjs'],
  ['that is a folder', '../models/folder.mjs'],
  ['behind a link that leads out of the project', '../models/link.mjs'],
  ['behind a link that goes round in circles', '../models/loop.mjs'],
  ['of no known kind', '../models/Pay'],
  ['that packages share', '../../shared/pay.mjs'],
  ['with a mapping that is not there', '../models/Pay.tla, mapping: ../models/nowhere.yaml'],
  ['with a configuration that is not there', '../models/Pay.tla, config: ../models/nowhere.cfg'],
  ['with a mapping behind a link that leads out of the project', '../models/Pay.tla, mapping: ../models/link.yaml'],
  ['with a configuration behind such a link', '../models/Pay.tla, config: ../models/link.cfg'],
  ['with no configuration beside it', '../models/Alone.tla'],
])('a model %s is an error at its place in the YAML', async (_what, spec) => {
  expect(await problems(spec)).toMatchSnapshot();
});

test.each([
  ['spec: ../models/nowhere.mjs'],
  ['spec: ../models/Pay.tla, config: ../models/nowhere.cfg'],
  ['spec: ../models/Pay.tla, mapping: ../models/nowhere.yaml'],
  ['spec: ../models/Pay.tla, constants: { Max: 1 }'],
  ['spec: eio:context-trust, constants: { Max: 1 }'],
])('what is wrong with a model (%s) is told at each trio that names it', async (named) => {
  const trio = `trio: pay\nclaim: A.\nmodel: { ${named} }\nattack: { steps: [Pay] }\ncontrol:\n  steps: [Pay, Pay]\nnegative-control: { weaken: Pay/1 }\n`;
  const file = loadScenarioFile(sourceText('scenarios/pay.scenario.yaml', `${trio}---\n${trio.replace('pay', 'two')}`));
  if (!file.ok) throw new Error(renderErrors(file.errors));
  const host = fileHost({ root });
  const lines: (number | undefined)[] = [];
  for (const one of file.value.trios) {
    const result = await runTrio(one, host);
    if (!result.ok) lines.push(...result.errors.map(({ at }) => at?.start.line));
  }
  expect(lines).toEqual([3, 11]);
});

// What a runtime says of a module that it cannot load is its own; ours are the place and that no folder of the machine is told.
test.each(['../models/imports.mjs', '../models/syntax.mjs'])(
  'a model that does not load (%s) says so',
  async (spec) => {
    const text = await problems(spec);
    expect(text).toMatch(/^scenarios\/pay\.scenario\.yaml:3:16: loading "models\/\w+\.mjs" threw: /);
    expect(text).toContain('[scenario/model-threw]');
    expect(text).not.toContain(tmpdir());
  },
);

test.each([
  ['an unknown action', '[Pya]', ''],
  ['an unknown argument', '[{ Pay: { amount: 1 } }]', ''],
  ['an action that only an object would have', '[constructor]', ''],
  ['a goal that does not parse', '[Pay]', '  reaches: (paid\n'],
  ['a goal with an unknown name', '[Pay]', '  reaches: payed\n'],
])('%s is an error at its place in the YAML', async (_what, steps, reaches) => {
  expect(await problems('../models/Pay.tla', steps, reaches)).toMatchSnapshot();
});
