---- MODULE BoundShadowing ----
EXTENDS Integers
VARIABLE r
x == 1
F(y) == y + x
G(z) == {z + w : w \in {z, 1}}
Init == r = <<
  F(2), G(5), {F(q) : q \in {F(1), 2}}, [i \in {1} |-> [j \in {2} |-> i + j]][1][2]
>>
Next == UNCHANGED r
Shown == r = << >>
====
