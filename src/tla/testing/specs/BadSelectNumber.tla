---- MODULE BadSelectNumber ----
EXTENDS Naturals
VARIABLE n
A == n.1
Init == n = 0
Next == n' = n
====
