import '../../matchers/vitest.ts';
import { pathToFileURL } from 'node:url';
import { describe, test } from 'vitest';
import { defineScenarios, type LoadScenariosOptions } from './load-scenarios.ts';

export {
  type EvidenceSnapshotOptions,
  evidenceSerializer,
  evidenceSnapshot,
} from '../../matchers/evidence-snapshot.ts';
export type { Agent, AgentOptions, AgentRequest } from '../scenario/host.ts';
export { defineAgent } from './agents.ts';
export type { LoadScenariosOptions } from './load-scenarios.ts';

/** Defines a Vitest test for every trio of the scenario files that match the glob. */
export function loadScenarios(glob: string | readonly string[], options: LoadScenariosOptions = {}): void {
  defineScenarios({ describe, test }, (file) => import(/* @vite-ignore */ pathToFileURL(file).href), glob, options);
}
