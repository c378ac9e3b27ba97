import { expect, test } from 'vitest';
import { withExtendedModules } from './extended-modules.ts';

const files = new Map([
  [
    'models/Audit.tla',
    '---- MODULE Audit ----\nEXTENDS Naturals, Sequences,\n  Pipeline\nI == INSTANCE Clock WITH t <- 1\n====',
  ],
  ['models/Pipeline.tla', '---- MODULE Pipeline ----\nEXTENDS Audit\n===='],
  ['models/Clock.tla', '---- MODULE Clock ----\n===='],
]);

test('modules are followed through their folder, standard ones and circles left out', () => {
  expect(withExtendedModules(['models/Audit.tla', 'models/Audit.cfg'], (path) => files.get(path) ?? null)).toEqual([
    'models/Audit.cfg',
    'models/Audit.tla',
    'models/Clock.tla',
    'models/Pipeline.tla',
  ]);
});

test('a module that is not there stays in the list, to be watched for', () => {
  expect(withExtendedModules(['models/Gone.tla'], () => null)).toEqual(['models/Gone.tla']);
});
