---- MODULE FunctionSets ----
EXTENDS Integers,FiniteSets
VARIABLE r
Init == r = <<
  [{1, 2} -> {"a", "b"}], Cardinality([1..3 -> 0..1]), [{} -> {1}], [{1} -> {}], <<1, 1>> \in [1..2 -> {1}], <<1, 2>> \in [1..2 -> {1}],
  [a : {1, 2}, b : {TRUE}], [a |-> 1] \in [a : 0..1], [a |-> 1, b |-> 2] \in [a : 0..1], [a |-> 3] \in [a : Nat], [x \in {"a"} |-> 1] \in [a : {1}],
  [i \in 1..2 |-> i] \in [1..2 -> Nat], Cardinality([a : 1..2, b : 1..3]), [{"a"} -> {5}] = [a : {5}]
>>
Next == UNCHANGED r
Shown == r = << >>
====
