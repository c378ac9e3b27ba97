---- MODULE BagsOfNone ----
\* What the operators of Bags make of a function that counts less than one of something.
EXTENDS Integers, Bags, TLC
VARIABLE r
None == 1 :> 0
Two == SetToBag({2, 3})
Init == r = <<
  IsABag(None), BagIn(1, None), CopiesIn(1, None), None (-) Two, Two (-) (2 :> -1), None \sqsubseteq Two, (4 :> -1) \sqsubseteq Two,
  Two \sqsubseteq None, BagUnion({None, Two}), BagToSet(None), BagOfAll(LAMBDA e : e + 4, None)
>>
Next == UNCHANGED r
Shown == r = << >>
Cup == Two (+) None = Two
Cardinal == BagCardinality(None) = 0
====
