---- MODULE BadRecursionUndeclared ----
EXTENDS Naturals
VARIABLE n
F(x) == IF x = 0 THEN 0 ELSE F(x - 1)
Init == n = 0
Next == n' = n
====
