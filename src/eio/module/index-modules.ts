import type { SourceText } from '../../diagnostics/source-text.ts';
import { ownValue } from '../../trace/json.ts';
import { parseYaml } from '../../yaml/parse-yaml.ts';
import type { ResolveModule } from './imports.ts';

/**
 * A resolver over files that may be modules, for example all YAML files beside the one that is loaded. A file counts by the id and version
 * in its header; what is no module is passed over. Of two files with one id and version the first counts; where the version is not
 * there, the answer is the first file with the id, so that the loader can say which version is.
 */
export function indexModules(sources: readonly SourceText[]): ResolveModule {
  let index: ReadonlyMap<string, readonly { readonly version: unknown; readonly source: SourceText }[]> | undefined;
  return (id, version) => {
    // Read on the first import that asks, as most modules import only what ships.
    index ??= read(sources);
    const candidates = index.get(id) ?? [];
    return (candidates.find((one) => one.version === version) ?? candidates[0])?.source;
  };
}

function read(sources: readonly SourceText[]) {
  const index = new Map<string, { version: unknown; source: SourceText }[]>();
  for (const source of sources) {
    if (!/^["']?eio["']?\s*:/m.test(source.text) && !source.text.includes('{')) continue;
    const documents = parseYaml(source);
    if (!documents.ok) continue;
    const header = ownValue(documents.value[0]?.value, 'eio');
    const id = ownValue(header, 'id');
    if (typeof id !== 'string') continue;
    const known = index.get(id) ?? [];
    index.set(id, [...known, { version: ownValue(header, 'version'), source }]);
  }
  return index;
}
