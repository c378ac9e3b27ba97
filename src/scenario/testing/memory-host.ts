import { posix } from 'node:path';
import type { RegisteredAgent, ScenarioHost } from '../host.ts';

/** A host whose files are given as text and whose models are given as values. */
export function memoryHost(files: {
  readonly texts?: { readonly [path: string]: string };
  readonly modules?: { readonly [path: string]: unknown };
  readonly agents?: { readonly [name: string]: RegisteredAgent };
}): ScenarioHost {
  const { texts = {}, modules = {}, agents = {} } = files;
  return {
    readBytes: (path) => {
      if (Object.hasOwn(modules, path)) return new Uint8Array();
      return Object.hasOwn(texts, path) ? new TextEncoder().encode(texts[path]) : null;
    },
    listFiles: (folder) =>
      [...Object.keys(texts), ...Object.keys(modules)]
        .filter((path) => posix.dirname(path) === folder)
        .map((path) => posix.basename(path))
        .sort(),
    importModule: async (path) => ({ default: modules[path] }),
    agents: new Map(Object.entries(agents)),
  };
}
