---- MODULE BagsModule ----
EXTENDS Bags,Integers
VARIABLE r
B == SetToBag({"a", "b"})
C == B (+) SetToBag({"a"})
Init == r = <<
  B, C, CopiesIn("a", C), CopiesIn("z", C), BagToSet(C), BagIn("a", C), BagCardinality(C), C (-) B, EmptyBag, B \sqsubseteq C, C \sqsubseteq B, BagUnion({B, C}), IsABag(C), SubBag(B)
>>
Next == UNCHANGED r
Shown == r = << >>
====
