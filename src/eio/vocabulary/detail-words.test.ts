import { expect, it } from 'vitest';
import { CORE_EVIDENCE } from '../embedded/core-evidence.ts';
import { SOURCE_TYPES } from './detail-words.ts';

it('knows the source types that the kinds of evidence may come from', () => {
  const declared = [...CORE_EVIDENCE.matchAll(/compatible_source_types: \[([^\]]*)\]/g)].flatMap(([, list]) =>
    list!.split(',').map((type) => type.trim()),
  );
  expect([...new Set(declared)].sort()).toEqual([...SOURCE_TYPES]);
});
