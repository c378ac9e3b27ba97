import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../trace/event.ts';
import { TRACE_FORMATS } from './importer.ts';
import { DROP_RULES, GAP_RULES, INFERENCE_RULES, SKIP_RULES } from './rules.ts';
import { DEFAULT_TRUST } from './trust.ts';

const page = readFileSync(new URL('../../docs/traces.md', import.meta.url), 'utf8');

describe('docs/traces.md', () => {
  it.each([
    ['format', TRACE_FORMATS],
    ['kind of event', EVENT_KINDS],
    [
      'rule',
      [
        ...Object.keys(SKIP_RULES),
        ...Object.keys(DROP_RULES),
        ...Object.keys(GAP_RULES),
        ...Object.keys(INFERENCE_RULES),
      ],
    ],
    ['origin', Object.keys(DEFAULT_TRUST)],
  ])('names every %s', (_what, names) => {
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
