---- MODULE JunctionTrap6 ----
EXTENDS Naturals
VARIABLE r
A == /\ FALSE
        /\ TRUE \/ TRUE
Init == r = <<A>>
Next == UNCHANGED r
Shown == r = << >>
====
