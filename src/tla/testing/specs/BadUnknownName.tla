---- MODULE BadUnknownName ----
EXTENDS Naturals
VARIABLE n
A == Nowhere + 1
Init == n = 0
Next == n' = n
====
