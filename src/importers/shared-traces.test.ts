import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../diagnostics/tracefold-error.ts';
import type { TraceEvent } from '../trace/event.ts';
import { readTrace } from '../trace/read-trace.ts';
import { writeTrace } from '../trace/write-trace.ts';
import { importTraces } from './import-trace.ts';
import type { ImportedTrace, TraceFormat } from './importer.ts';

interface Entry {
  readonly file: string;
  readonly source: string;
  readonly format: string;
  readonly ground_truth:
    | null
    | string
    | {
        readonly kind: string;
        readonly utility?: boolean;
        readonly reward?: number;
        readonly injection_text_in_tool_output?: boolean;
      };
}

// A worktree stands one folder further down.
const ROOT =
  ['../shared/traces', '../../shared/traces'].map((path) => resolve(path)).find(existsSync) ??
  resolve('../shared/traces');
const present = existsSync(resolve(ROOT, 'manifest.json'));
const manifest: readonly Entry[] = present ? JSON.parse(readFileSync(resolve(ROOT, 'manifest.json'), 'utf8')) : [];

const FORMATS: Record<string, (file: string) => TraceFormat> = {
  agentdojo: () => 'agentdojo',
  'openai-chat': () => 'openai-chat',
  'otel-attributes': () => 'otlp',
  'otlp-json': () => 'otlp',
  'openai-agents-runstate': () => 'openai-agents',
  'inspect-log': () => 'inspect',
  'adk-eval': () => 'adk',
  'langchain-messages': () => 'langchain',
  'mcp spec examples (not recordings)': () => 'mcp',
  'provider API recordings': (file) => (file.includes('anthropic') ? 'anthropic' : 'openai-responses'),
};

const load = (entry: Entry): readonly ImportedTrace[] =>
  unwrap(importTraces(readFileSync(resolve(ROOT, entry.file)), { file: entry.file }));
const truths = (events: readonly TraceEvent[]) =>
  new Map(events.flatMap((event) => (event.kind === 'truth' ? [[event.name, event.value]] : [])));

describe.skipIf(!present)('the recorded traces of ../shared (skipped where missing)', () => {
  it('are 69 files', () => {
    expect(manifest).toHaveLength(69);
  });

  it.each(manifest.map((entry) => [entry.file, entry] as const))('%s is imported without a loss', (_file, entry) => {
    const runs = load(entry);
    expect(runs.length).toBeGreaterThan(0);
    for (const { trace, format, report } of runs) {
      expect(format).toBe(FORMATS[entry.format]?.(entry.file));
      expect(report.dropped).toEqual([]);
      expect(report.records).toBe(report.skipped.reduce((sum, { count }) => sum + count, report.imported));
      expect(readTrace(unwrap(writeTrace(trace)), { file: entry.file })).toEqual({ ok: true, value: trace });
      expect(trace.events.every(({ src }) => src?.file === entry.file)).toBe(true);
    }
  });

  it.each(manifest.filter(({ source }) => source === 'agentdyn').map((entry) => [entry.file, entry] as const))(
    '%s has the truth of the manifest',
    (_file, entry) => {
      const wanted = entry.ground_truth;
      if (wanted === null || typeof wanted === 'string') throw new Error('the manifest has no truth');
      const [run] = load(entry);
      const found = truths(run!.trace.events);
      expect(found.get('run')).toBe(wanted.kind);
      expect(found.get('attack_succeeded')).toBe(wanted.kind === 'attack_succeeded');
      expect(found.get('utility')).toBe(wanted.utility);
      const instructions = run!.trace.events.filter(({ kind }) => kind === 'instruction');
      expect(instructions.length > 0).toBe(wanted.injection_text_in_tool_output);
    },
  );

  it.each(manifest.filter(({ source }) => source === 'tau-bench').map((entry) => [entry.file, entry] as const))(
    '%s has the reward of the manifest',
    (_file, entry) => {
      const wanted = entry.ground_truth;
      if (wanted === null || typeof wanted === 'string') throw new Error('the manifest has no truth');
      const found = truths(load(entry)[0]!.trace.events);
      expect(found.get('reward')).toBe(wanted.reward);
      expect(found.get('task_succeeded')).toBe(wanted.kind === 'task_ok');
    },
  );
});
