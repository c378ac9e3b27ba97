---- MODULE BadReservedName ----
EXTENDS Naturals
VARIABLE n
A == LET IN == 1 IN 2
Init == n = 0
Next == n' = n
====
