---- MODULE BadPrimedConstant ----
EXTENDS Naturals
VARIABLE n
A == 1'
Init == n = 0
Next == n' = n
====
