---- MODULE BadFieldTwice ----
EXTENDS Naturals
VARIABLE x
Unused == [a |-> 1, b |-> 2, a |-> 3]
Init == x = 0
Next == UNCHANGED x
====
