import type { Result } from '../../diagnostics/diagnostic.ts';
import { sourceText } from '../../diagnostics/source-text.ts';
import type { EioModule } from '../types.ts';
import { indexModules } from './index-modules.ts';
import { type LoadOptions, loadEioModule } from './load-eio-module.ts';
import type { EioDiagnostic } from './report.ts';

/** What errors call a module, and what it may import. */
export interface ReadEioModuleOptions extends LoadOptions {
  /** What errors call the file. */
  readonly file: string;
  /** Texts of modules that it may import, beside those that ship; what is no module is passed over. */
  readonly modules?: readonly { readonly file: string; readonly text: string }[];
}

/** An EIO module from its text; see {@link loadEioModule} for what is checked. */
export function readEioModule(text: string, options: ReadEioModuleOptions): Result<EioModule, EioDiagnostic> {
  const { file, modules = [], ...rest } = options;
  const imports = indexModules(modules.map((module) => sourceText(module.file, module.text)));
  return loadEioModule(sourceText(file, text), imports, rest);
}
