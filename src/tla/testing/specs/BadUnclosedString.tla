---- MODULE BadUnclosedString ----
EXTENDS Naturals
VARIABLE n
A == "abc
Init == n = 0
Next == n' = n
====
