---- MODULE BadRedefinedBuiltIn ----
EXTENDS Naturals
VARIABLE n
Nat == 1
Init == n = 0
Next == n' = n
====
