/** An argument of a fact: its name in `where`, and the entities of which its value must be one. */
export interface ArgumentSignature {
  readonly name: string;
  readonly types: readonly string[];
}

/** A fact that expressions may name. EIO has no registry of facts, so this is ours (reference section 2, "Facts"). */
export interface FactSignature {
  readonly name: string;
  readonly arguments: readonly ArgumentSignature[];
  /** When the fact is true, in one sentence. */
  readonly meaning: string;
}

/** A constant that may stand where a relation or a fact takes an entity (reference section 1, "Terms"). */
export interface ConstantSignature {
  readonly name: string;
  /** Entity that it stands for a member of. */
  readonly type: string;
  /** Which members it ranges over, in one sentence. */
  readonly meaning: string;
}

/** What a resolver can decide; `any` where the question is open, as for a person or for a model that judges language. */
export interface ResolverAbility {
  readonly id: string;
  readonly facts: readonly string[] | 'any';
  readonly relations: readonly string[] | 'any';
  /** Whether it evaluates `exists`, `compare` and `temporal`. */
  readonly expressions: boolean;
}
