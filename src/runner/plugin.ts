import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import picomatch from 'picomatch';
import type { Plugin } from 'vite';
import { generateTestFile } from './generate-test-file.ts';
import { projectPath, projectReader, SCENARIO_GLOB } from './project-files.ts';

export interface TracefoldPluginOptions {
  /** Globs of the scenario files, relative to the project root. Default: `**\/*.scenario.{yaml,yml}`. */
  readonly include?: string | readonly string[];
  /** One test a leg, instead of one a document. Default: false. */
  readonly legs?: boolean;
}

// A query of our own keeps the YAML plugins of others away: they match on the end of the id.
const QUERY = '?tracefold';
const RUNTIME = 'tracefold:scenario-tests';
const RUNTIME_FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './scenario-tests.ts' : './scenario-tests.js', import.meta.url),
);

const INLINED = /[\\/]tracefold[\\/]dist[\\/]vitest\.js(?:\?|$)/;

/** Vite plugin that makes scenario files test files of Vitest (3.2, 4 and 5). */
export default function tracefold(options: TracefoldPluginOptions = {}): Plugin {
  const include = options.include === undefined ? [SCENARIO_GLOB] : [options.include].flat();
  const matches = picomatch([...include], { dot: true });
  const linked = new Set<string>();
  const readers = new Map<string, Set<string>>();
  let root = process.cwd();
  const scenarioPath = (id: string): string | null => {
    const path = projectPath(root, id);
    return path !== null && matches(path) ? path : null;
  };
  const plugin = {
    name: 'tracefold',
    enforce: 'pre' as const,
    config: (user: { test?: { server?: { deps?: { inline?: unknown } } } }) =>
      // What imports Vitest gets the one of Vite's graph, wherever the package manager put it. The rest stays outside: Node loads it in a
      // third of the time that Vite takes to transform it, and every test file would pay for that.
      user.test?.server?.deps?.inline === true ? undefined : { test: { server: { deps: { inline: [INLINED] } } } },
    configResolved: (config: { root: string }) => {
      root = config.root;
    },
    configureVitest: (context: VitestPluginContext) => {
      const { project, vitest } = context;
      // Vitest 5 keeps what is transformed on disk, and knows a plugin by its name alone: other options would get the file of the old ones.
      const cacheKey = context.defineCacheKeyGenerator ?? context.experimental_defineCacheKeyGenerator;
      cacheKey?.(({ id }) => (id.endsWith(QUERY) ? false : undefined));
      addAll(project.config.include, include);
      vitest.config.coverage.exclude ??= [];
      addAll(vitest.config.coverage.exclude, include);
      // A file that is deleted runs no test again in Vitest, nor does it when it is back, until some other run: as after a change of branch.
      const { watcher } = vitest.vite ?? {};
      watcher?.on('unlink', (file) => {
        for (const reader of readers.get(file.replaceAll('\\', '/')) ?? []) watcher.emit('change', reader);
      });
    },
    resolveId: (source: string, importer: string | undefined) => {
      if (source === RUNTIME) return RUNTIME_FILE;
      if (source.includes('?') || source.includes('\0')) return null;
      const file = source.startsWith('/') && !existsSync(source) ? resolve(root, source.slice(1)) : source;
      // Only the runner asks for a test file; an import by other code keeps its meaning.
      if (importer !== undefined && isCode(importer)) return null;
      return isAbsolute(file) && scenarioPath(file) !== null ? file.replaceAll('\\', '/') + QUERY : null;
    },
    // `vitest related` walks the graph and loads what it finds there: a model or a trace is a module without content to it.
    load: (id: string) => (linked.has(id) ? 'export {};' : null),
    transform(this: { addWatchFile(file: string): void }, text: string, id: string) {
      if (!id.endsWith(QUERY)) return null;
      const path = id.slice(0, -QUERY.length);
      const file = scenarioPath(path);
      if (file === null) return null;
      const { code, map, files } = generateTestFile({
        file,
        root,
        text,
        mapSource: path,
        runner: 'vitest',
        runtime: RUNTIME,
        format: 'esm',
        legs: options.legs ?? false,
        linkFiles: true,
        reader: projectReader(root),
      });
      // Also what is not there yet: when it appears, the test runs again.
      for (const each of files) {
        const data = resolve(root, each).replaceAll('\\', '/');
        this.addWatchFile(data);
        readers.set(data, (readers.get(data) ?? new Set()).add(path));
        if (!hasLoader(data)) linked.add(data);
      }
      return { code, map };
    },
  };
  return plugin as Plugin;
}

/** The part of Vitest's plugin context that is the same in 3.2, 4 and 5. */
interface VitestPluginContext {
  readonly project: { readonly config: { readonly include: string[] } };
  readonly vitest: {
    readonly config: { readonly coverage: { exclude?: string[] } };
    readonly vite?: { readonly watcher: Watcher };
  };
  /** Of Vitest 5: `false` keeps a module out of the cache on disk. */
  readonly defineCacheKeyGenerator?: CacheKeys;
  /** The same in the experiment of Vitest 4. */
  readonly experimental_defineCacheKeyGenerator?: CacheKeys;
}

/** The part of Vite's watcher that is used. */
interface Watcher {
  on(event: 'unlink', listener: (file: string) => void): unknown;
  emit(event: 'change', file: string): boolean;
}

type CacheKeys = (keyOf: (module: { readonly id: string }) => false | undefined) => void;

/** Files that Vite turns into modules by itself. */
const hasLoader = (file: string): boolean => /\.(?:[cm]?[jt]sx?|json)$/.test(file);

const isCode = (importer: string): boolean => /\.(?:[cm]?[jt]sx?|vue|svelte)(?:\?|$)/.test(importer);

function addAll(list: string[], more: readonly string[]): void {
  for (const each of more) if (!list.includes(each)) list.push(each);
}
