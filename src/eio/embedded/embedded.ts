import { type SourceText, sourceText } from '../../diagnostics/source-text.ts';
import { CORE_ENTITIES } from './core-entities.ts';
import { CORE_EVIDENCE } from './core-evidence.ts';
import { CORE_RELATIONS } from './core-relations.ts';
import { RISK_CATALOG } from './risk-catalog.ts';
import { RISK_CONTEXT_TRUST } from './risk-context-trust.ts';

/** A module that ships with the package. Its text is part of the code, so that it needs no file at run time. */
export interface EmbeddedModule {
  readonly id: string;
  readonly version: string;
  readonly source: SourceText;
}

const embedded = (id: string, version: string, text: string): EmbeddedModule => ({
  id,
  version,
  source: sourceText(`${id}.yaml`, text),
});

/** The modules that ship with the package, imported ones first. */
export const EMBEDDED_MODULES: readonly EmbeddedModule[] = [
  embedded('eio.core.entities', '0.2.0', CORE_ENTITIES),
  embedded('eio.core.relations', '0.2.0', CORE_RELATIONS),
  embedded('eio.core.evidence', '0.2.1', CORE_EVIDENCE),
  embedded('eio.risk.catalog', '0.2.0', RISK_CATALOG),
  embedded('eio.risk.context-trust', '0.2.1', RISK_CONTEXT_TRUST),
];

/** Short names for `model: { spec: … }`, with the ids that they stand for. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map([['eio:context-trust', 'eio.risk.context-trust']]);

/** The module that ships under an id or a short name. */
export function embeddedModule(name: string): EmbeddedModule | undefined {
  const id = SHORT_NAMES.get(name) ?? name;
  return EMBEDDED_MODULES.find((module) => module.id === id);
}
