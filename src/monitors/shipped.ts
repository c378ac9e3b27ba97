import type { Model } from '../model/model.ts';
import { confirmedWritesMonitor } from './confirmed-writes.ts';
import { gatewayMonitor } from './gateway.ts';
import { nodesPipelineMonitor } from './nodes-pipeline.ts';

const monitors = new Map<string, Model>([
  [nodesPipelineMonitor.name, nodesPipelineMonitor as unknown as Model],
  [gatewayMonitor.name, gatewayMonitor as unknown as Model],
  [confirmedWritesMonitor.name, confirmedWritesMonitor as unknown as Model],
]);

/** Names of the monitors that the package ships; a trio names one with `spec: monitor:NAME`. */
export const MONITORS: readonly string[] = [...monitors.keys()];

/** A monitor that the package ships, by its name. */
export const shippedMonitor = (name: string): Model | undefined => monitors.get(name);
