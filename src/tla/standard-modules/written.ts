import { sourceText } from '../../diagnostics/source-text.ts';
import type { Module } from '../syntax/ast.ts';
import { parseModule } from '../syntax/parser.ts';

/** Standard modules that are written in TLA+ themselves, over those that the run-time table has. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  [
    'Bags',
    `---- MODULE Bags ----
LOCAL INSTANCE Naturals
LOCAL INSTANCE FiniteSets
INSTANCE BagsCore
LOCAL INSTANCE BagsHidden
LOCAL Sum(f) ==
  LET RECURSIVE From(_)
      From(S) == IF S = {} THEN 0 ELSE LET e == CHOOSE e \\in S : TRUE IN f[e] + From(S \\ {e})
  IN From(DOMAIN f)
BagToSet(B) == DOMAIN B
SetToBag(S) == [e \\in S |-> 1]
BagIn(e, B) == e \\in DOMAIN B /\\ B[e] > 0
EmptyBag == SetToBag({})
CopiesIn(e, B) == IF e \\in DOMAIN B THEN B[e] ELSE 0
B1 (+) B2 ==
  LET all == DOMAIN ABag(B1) \\cup DOMAIN ABag(B2)
  IN [e \\in all |-> CopiesIn(e, B1) + CopiesIn(e, B2)]
B1 (-) B2 ==
  LET left == {e \\in DOMAIN B1 : B1[e] > CopiesIn(e, B2)}
  IN [e \\in left |-> B1[e] - CopiesIn(e, B2)]
BagUnion(S) ==
  [e \\in UNION {DOMAIN B : B \\in S} |-> Sum([B \\in S |-> CopiesIn(e, B)])]
B1 \\sqsubseteq B2 == \\A e \\in DOMAIN B1 : B1[e] <= CopiesIn(e, B2)
SubBag(B) ==
  LET Of(part) == {f \\in [part -> 1..Sum(B)] : \\A e \\in part : f[e] <= B[e]}
  IN UNION {Of(part) : part \\in SUBSET DOMAIN B}
BagOfAll(F(_), B) ==
  [e \\in {F(d) : d \\in DOMAIN B} |-> Sum([d \\in {d \\in DOMAIN B : F(d) = e} |-> B[d]])]
BagCardinality(B) == Sum(ABag(B))
====`,
  ],
  [
    '_Possible',
    `---- MODULE _Possible ----
LOCAL INSTANCE Naturals
LOCAL INSTANCE TLC
LOCAL INSTANCE TLCExt
LOCAL Seen(counts, name) == IF name \\in DOMAIN counts THEN counts[name] ELSE 0
_Counts ==
  LET named == TLCGet("all:named")
  IN IF "s:_possible" \\in DOMAIN named THEN named["s:_possible"][1] ELSE <<>>
_PrintCounts == PrintT(_Counts)
_CheckName(name) == Seen(_Counts, name) > 0 \\/ (PrintT(_Counts) /\\ FALSE)
_Track(expr, name) ==
  LET before == TLCGetOrDefault("s:_possible", <<>>)
      seen == Seen(before, name)
  IN TLCSet("s:_possible", (name :> (IF expr THEN seen + 1 ELSE seen)) @@ before)
====`,
  ],
]);

const parsed = new Map<string, Module>();

/** The tree of a standard module that is written in TLA+; undefined if the module is another. */
export function writtenModule(name: string): Module | undefined {
  const text = TEXTS.get(name);
  if (text === undefined) return undefined;
  let module = parsed.get(name);
  if (module === undefined) {
    const result = parseModule(sourceText(`${name}.tla`, text));
    if (!result.ok) throw new Error(result.errors[0].message);
    module = result.value;
    parsed.set(name, module);
  }
  return module;
}
