---- MODULE BadUnknownOperator ----
EXTENDS Naturals
VARIABLE n
A == 1 ++ 2
Init == n = 0
Next == n' = n
====
