---- MODULE JunctionTrap5 ----
EXTENDS Naturals
VARIABLE r
A == /\ TRUE
     => FALSE
Init == r = <<A>>
Next == UNCHANGED r
Shown == r = << >>
====
