---- MODULE JunctionTrap1 ----
EXTENDS Naturals
VARIABLE r
A == /\ TRUE
    /\ FALSE
   \/ TRUE
Init == r = <<A>>
Next == UNCHANGED r
Shown == r = << >>
====
