---- MODULE BadForwardReference ----
EXTENDS Naturals
VARIABLE n
A == B
B == 1
Init == n = 0
Next == n' = n
====
