import type { SourceText } from '../../diagnostics/source-text.ts';
import type { Name, SourceRange } from '../syntax/ast.ts';

/** A constant value as a TLC configuration writes it. A bare name is a model value. */
export type ConfigurationValue = { readonly at: SourceRange } & (
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'modelValue'; readonly name: string }
  | { readonly kind: 'set'; readonly items: readonly ConfigurationValue[] }
);

/**
 * `N = 3`, `F(1, 2) = 3` (with `args`), `Proc <- MCProc`; with `module`, `N = [M] 3` and `Proc <- [M] MCProc`, which hold inside
 * the module `M` only.
 */
export type ConstantSetting = { readonly at: SourceRange; readonly name: Name; readonly module: Name | null } & (
  | { readonly kind: 'value'; readonly args: readonly ConfigurationValue[]; readonly value: ConfigurationValue }
  | { readonly kind: 'replacement'; readonly by: Name }
);

/** A TLC configuration file as read: names are not resolved, and no section is required. */
export interface Configuration {
  readonly source: SourceText;
  readonly specification: Name | null;
  readonly init: Name | null;
  readonly next: Name | null;
  readonly invariants: readonly Name[];
  readonly properties: readonly Name[];
  /** In the order of the file. */
  readonly constants: readonly ConstantSetting[];
  readonly constraints: readonly Name[];
  readonly actionConstraints: readonly Name[];
  readonly symmetry: Name | null;
  readonly view: Name | null;
  readonly alias: Name | null;
  readonly postconditions: readonly Name[];
  /** `_POSSIBLE`, which TLC knows since 2026. */
  readonly possible: readonly Name[];
  /** Null where the file does not say; TLC then checks. */
  readonly checkDeadlock: { readonly value: boolean; readonly at: SourceRange } | null;
}
