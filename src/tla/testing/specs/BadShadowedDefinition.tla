---- MODULE BadShadowedDefinition ----
EXTENDS Naturals
VARIABLE n
B == 1
A == LET B == 2 IN B
Init == n = 0
Next == n' = n
====
