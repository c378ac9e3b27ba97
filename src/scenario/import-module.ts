import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is used of Vite, from 6.1 on. */
interface Vite {
  runnerImport?(file: string, config: object): Promise<{ readonly module: unknown }>;
}

const NO_TYPESCRIPT = ['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'];

/** A module by its absolute path; TypeScript that this version of Node does not read is loaded by the Vite of the project, if there is one. */
export async function importModule(file: string, root: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (error) {
    if (!NO_TYPESCRIPT.includes(String((error as NodeJS.ErrnoException | null)?.code))) throw error;
    const vite = await viteOf(root);
    if (vite?.runnerImport === undefined) throw error;
    const { module } = await vite.runnerImport(file, { root, configFile: false, logLevel: 'silent' });
    return module;
  }
}

/** The Vite that stands in the project, or that its Vitest brings along. */
async function viteOf(root: string): Promise<Vite | null> {
  const project = createRequire(join(root, 'package.json'));
  for (const from of [() => project, () => createRequire(project.resolve('vitest/package.json'))]) {
    try {
      const folder = dirname(from().resolve('vite/package.json'));
      return (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist/node/index.js')).href)) as Vite;
    } catch {
      // Not there: the next, or none.
    }
  }
  return null;
}
