---- MODULE TlcModule ----
EXTENDS TLC,Integers,Sequences
VARIABLE r
Init == r = <<
  (1 :> "a" @@ 2 :> "b"), (1 :> "a" @@ 1 :> "z"), ("k" :> 1), Permutations({1, 2}), SortSeq(<<3, 1, 2>>, LAMBDA a, b : a < b), SortSeq(<<3, 1, 2>>, >), ToString(12), ToString(<<1, {2, 1}>>), ToString([a |-> "s"]), ToString(TRUE), Assert(TRUE, "fine"), PrintT("out"), Print("shown", 5), TLCEval({x \in 1..3 : x > 1})
>>
Next == UNCHANGED r
Shown == r = << >>
====
