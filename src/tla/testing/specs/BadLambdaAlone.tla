---- MODULE BadLambdaAlone ----
EXTENDS Naturals
VARIABLE n
A == LAMBDA x : x
Init == n = 0
Next == n' = n
====
