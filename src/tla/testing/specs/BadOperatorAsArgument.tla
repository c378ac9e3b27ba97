---- MODULE BadOperatorAsArgument ----
EXTENDS Naturals
VARIABLE n
F(x) == x
A == F(+)
Init == n = 0
Next == n' = n
====
