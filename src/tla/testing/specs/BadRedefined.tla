---- MODULE BadRedefined ----
EXTENDS Naturals
VARIABLE n
A == 1
A == 2
Init == n = 0
Next == n' = n
====
