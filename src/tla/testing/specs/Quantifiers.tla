---- MODULE Quantifiers ----
EXTENDS Integers
VARIABLE r
Init == r = <<
  \A x \in {} : FALSE, \E x \in {} : TRUE, \A x, y \in 1..2 : x + y < 5, \E x \in 1..3, y \in 1..3 : x * y = 6, \A x \in 1..3 : \E y \in 1..3 : y >= x, \E x \in 1..3 : \A y \in 1..3 : y >= x, \A S \in SUBSET {1, 2} : S \subseteq {1, 2}, \forall x \in {1} : x = 1, \exists x \in {1} : x = 2, \E f \in [1..2 -> 1..2] : f[1] > f[2]
>>
Next == UNCHANGED r
Shown == r = << >>
====
