---- MODULE JunctionTrap7 ----
EXTENDS Naturals
VARIABLE r
A == /\ 1 = 2
     + 1 = 3
Init == r = <<A>>
Next == UNCHANGED r
Shown == r = << >>
====
