---- MODULE BadVariableTwice ----
EXTENDS Naturals
VARIABLE n
VARIABLE n
Init == n = 0
Next == n' = n
====
