import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { withExtendedModules } from './extended-modules.ts';

const files = new Map([
  [
    'models/Audit.tla',
    '---- MODULE Audit ----\nEXTENDS Naturals, Sequences,\n  Pipeline\nI == INSTANCE Clock WITH t <- 1\n====',
  ],
  ['models/Pipeline.tla', '---- MODULE Pipeline ----\nEXTENDS Audit\n===='],
  ['models/Clock.tla', '---- MODULE Clock ----\n===='],
  ['policies/mail.yaml', 'eio:\n  id: eio.risk.mail\nimports:\n  - {module: eio.house.rules, version: 1.0.0}\n'],
  ['policies/rules.yml', 'eio: { id: eio.house.rules }\n'],
  ['policies/Mail.mapping.yaml', 'on: []\n'],
]);
const reader = {
  readText: (path: string) => files.get(path) ?? null,
  listFiles: (folder: string) =>
    [...files.keys()].filter((path) => posix.dirname(path) === folder).map((path) => posix.basename(path)),
};

test('modules are followed through their folder, standard ones and circles left out', () => {
  expect(withExtendedModules(['models/Audit.tla', 'models/Audit.cfg'], reader)).toEqual([
    'models/Audit.cfg',
    'models/Audit.tla',
    'models/Clock.tla',
    'models/Pipeline.tla',
  ]);
});

test('an EIO module is read with those beside it, which its imports may mean; nothing else is', () => {
  expect(withExtendedModules(['policies/mail.yaml'], reader)).toEqual(['policies/mail.yaml', 'policies/rules.yml']);
  expect(withExtendedModules(['policies/Mail.mapping.yaml'], reader)).toEqual(['policies/Mail.mapping.yaml']);
});

test('a module that is not there stays in the list, to be watched for', () => {
  expect(withExtendedModules(['models/Gone.tla'], reader)).toEqual(['models/Gone.tla']);
});
