import type { Model } from '../model/model.ts';
import { confirmedWritesMonitor } from './confirmed-writes.ts';
import { gatewayMonitor } from './gateway.ts';
import { nodesPipelineMonitor } from './nodes-pipeline.ts';

const shipped = {
  'nodes-pipeline': nodesPipelineMonitor as unknown as Model,
  gateway: gatewayMonitor as unknown as Model,
  'confirmed-writes': confirmedWritesMonitor as unknown as Model,
};

/** Names of the monitors that the package ships; a trio names one with `spec: monitor:NAME`. */
export const MONITORS: readonly string[] = Object.keys(shipped);

/** A monitor that the package ships, by its name; undefined if it ships none of that name. */
export function shippedMonitor(name: keyof typeof shipped): Model;
export function shippedMonitor(name: string): Model | undefined;
export function shippedMonitor(name: string): Model | undefined {
  return Object.hasOwn(shipped, name) ? shipped[name as keyof typeof shipped] : undefined;
}
