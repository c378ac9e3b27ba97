---- MODULE CartesianProduct ----
EXTENDS Integers,FiniteSets
VARIABLE r
Init == r = <<
  {1, 2} \X {"a"}, {1} \X {2} \X {3}, ({1} \X {2}) \X {3}, {1} \X ({2} \X {3}), Cardinality((1..3) \X (1..4)),
  <<1, 2>> \in {1} \X {2}, <<1, 2, 3>> \in ({1} \X {2}) \X {3}, <<<<1, 2>>, 3>> \in ({1} \X {2}) \X {3}, <<1>> \in {1} \X {1},
  [i \in 1..2 |-> i] \in {1} \X {2}, {} \X {1}
>>
Next == UNCHANGED r
Shown == r = << >>
====
