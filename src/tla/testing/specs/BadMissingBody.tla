---- MODULE BadMissingBody ----
EXTENDS Naturals
VARIABLE n
A ==
Init == n = 0
Next == n' = n
====
