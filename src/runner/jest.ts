import '../../matchers/jest.ts';
import { pathToFileURL } from 'node:url';
import { describe, test } from '@jest/globals';
import { defineScenarios, type LoadScenariosOptions } from './load-scenarios.ts';

export {
  type EvidenceSnapshotOptions,
  evidenceSerializer,
  evidenceSnapshot,
} from '../../matchers/evidence-snapshot.ts';
export type { Agent, AgentOptions, AgentRequest } from '../scenario/host.ts';
export { defineAgent } from './agents.ts';
export type { LoadScenariosOptions } from './load-scenarios.ts';

/** Defines a Jest test for every trio of the scenario files that match the glob. */
export function loadScenarios(glob: string | readonly string[], options: LoadScenariosOptions = {}): void {
  defineScenarios({ describe, test }, importByJest, glob, options);
}

// Without `--experimental-vm-modules` Jest knows only its own `require`.
const importByJest = async (file: string): Promise<unknown> =>
  TRACEFOLD_FORMAT === 'cjs' ? require(file) : import(pathToFileURL(file).href);

declare const TRACEFOLD_FORMAT: 'esm' | 'cjs';
