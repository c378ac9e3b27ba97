---- MODULE BadDoublePrime ----
EXTENDS Naturals
VARIABLE n
A == n''
Init == n = 0
Next == n' = n
====
