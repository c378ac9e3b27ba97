---- MODULE BadTemporalInPredicate ----
EXTENDS Naturals
VARIABLE n
A == n + []TRUE
Init == n = 0
Next == n' = n
====
