---- MODULE InfiniteMembership ----
EXTENDS Integers,Sequences
VARIABLE r
Init == r = <<
  3 \in Nat, -1 \in Nat, -1 \in Int, 0 \in Nat, "x" \in STRING, {1, 2} \subseteq Nat, {-1} \subseteq Nat, <<1, -1>> \in Seq(Int), <<1, -1>> \in Seq(Nat),
  [a |-> "s"] \in [a : STRING], [x \in {1} |-> 4] \in [{1} -> Int], {1} \in SUBSET Nat, {-1} \in SUBSET Nat, <<1, "a">> \in Nat \X STRING
>>
Next == UNCHANGED r
Shown == r = << >>
====
