---- MODULE JunctionTrap3 ----
EXTENDS Naturals
VARIABLE r
A == /\ TRUE
  \/ TRUE
Init == r = <<A>>
Next == UNCHANGED r
Shown == r = << >>
====
