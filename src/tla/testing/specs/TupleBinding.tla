---- MODULE TupleBinding ----
EXTENDS Integers
VARIABLE r
P == {<<1, 2>>, <<3, 4>>, <<5, 5>>}
Init == r = <<
  {x + y : <<x, y>> \in P}, {<<y, x>> : <<x, y>> \in P}, \E <<x, y>> \in P : x = y, \A <<x, y>> \in P : x < y, {<<x, y>> \in P : x < y}, [<<x, y>> \in {1, 2} \X {3} |-> x * y], CHOOSE <<x, y>> \in P : x = y, \E <<x, y>> \in P, z \in {3} : x = z, {<<a, b, c>> : <<a, b>> \in P, c \in {0}}
>>
Next == UNCHANGED r
Shown == r = << >>
====
