---- MODULE BadShadowedVariable ----
EXTENDS Naturals
VARIABLE n
A == \E n \in {1} : TRUE
Init == n = 0
Next == n' = n
====
