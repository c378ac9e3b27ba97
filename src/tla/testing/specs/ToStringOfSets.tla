---- MODULE ToStringOfSets ----
EXTENDS Integers, TLC
VARIABLE x
Init == x = 0
Next == UNCHANGED x
Inv ==
  /\ ToString(SUBSET {1, 2}) = "{{}, {1}, {2}, {1, 2}}"
  /\ ToString([1..2 -> {1}]) = "{<<1, 1>>}"
  /\ ToString([a: {1, 2}]) = "{[a |-> 1], [a |-> 2]}"
  /\ ToString({1} \X {2}) = "{<<1, 2>>}"
  /\ ToString(Nat) = "Nat" /\ ToString(STRING) = "STRING" /\ ToString(<<>>) = "<<>>"
  /\ ToString(1 :> 2) = "<<2>>" /\ ToString(3 :> 4) = "(3 :> 4)" /\ ToString("a") = "\"a\""
Endless == ToString(SUBSET Nat) = "SUBSET Nat"
EndlessUnion == ToString(Nat \cup {-1}) = "Int"
====
