import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What Node writes with --cpu-prof, as far as it is read here; times in microseconds. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Seconds that a fresh process spends in the calls of each of these functions, what they call included. The profiler takes its part of it. */
export function profiled(args: readonly string[], functions: readonly string[]): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  spawnSync(process.execPath, ['--cpu-prof', '--cpu-prof-dir', folder, '--cpu-prof-interval', '100', ...args]);
  const [file] = readdirSync(folder);
  const profile = JSON.parse(readFileSync(join(folder, file!), 'utf8')) as Profile;
  rmSync(folder, { recursive: true });
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const own = new Map<number, number>();
  profile.samples.forEach((id, i) => {
    own.set(id, (own.get(id) ?? 0) + profile.timeDeltas[i]!);
  });
  const within = (id: number): number =>
    (nodes.get(id)!.children ?? []).reduce((sum, child) => sum + within(child), own.get(id) ?? 0);
  return functions.map(
    (name) =>
      profile.nodes.reduce((sum, node) => (node.callFrame.functionName === name ? sum + within(node.id) : sum), 0) /
      1e6,
  );
}
