import type { Result } from '../diagnostics/diagnostic.ts';
import type { SourceText } from '../diagnostics/source-text.ts';
import type { ScenarioFile } from '../scenario/load-scenario.ts';
import type { Trio } from '../scenario/trio.ts';

type TrioData = Omit<Trio, 'source'>;

/** A scenario file as its generated test file carries it: read and checked once, where the test file is generated. */
export function loadedToJson(loaded: Result<ScenarioFile>): string {
  if (!loaded.ok) return JSON.stringify(loaded);
  const trios = loaded.value.trios.map(({ source: _, ...data }): TrioData => data);
  return JSON.stringify({ ok: true, value: trios });
}

/** What {@link loadedToJson} wrote, on the text that it was read from: the trios, or why there are none. */
export function loadedFromJson(json: string, source: SourceText): Result<readonly Trio[]> {
  const loaded = JSON.parse(json) as Result<readonly TrioData[]>;
  return loaded.ok ? { ok: true, value: loaded.value.map((data) => ({ ...data, source })) } : loaded;
}
