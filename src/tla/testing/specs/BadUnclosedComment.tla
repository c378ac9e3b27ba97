---- MODULE BadUnclosedComment ----
EXTENDS Naturals
VARIABLE n
A == 1 (* never closed
Init == n = 0
Next == n' = n
====
