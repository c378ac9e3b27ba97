---- MODULE BadShadowedParameter ----
EXTENDS Naturals
VARIABLE n
A(n) == n
Init == n = 0
Next == n' = n
====
