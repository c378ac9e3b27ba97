---- MODULE BadConstantOfState ----
EXTENDS Naturals
CONSTANT C
VARIABLE x
Of == x + 1
Init == x = 0
Next == UNCHANGED x
====
