---- MODULE BadWrongArity ----
EXTENDS Naturals
VARIABLE n
F(x) == x
A == F(1, 2)
Init == n = 0
Next == n' = n
====
