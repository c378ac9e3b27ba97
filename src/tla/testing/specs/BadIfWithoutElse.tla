---- MODULE BadIfWithoutElse ----
EXTENDS Naturals
VARIABLE n
A == IF TRUE THEN 1
Init == n = 0
Next == n' = n
====
