---- MODULE PrefixForms ----
EXTENDS Integers
VARIABLE x
Init == x = +(1, 2)
Next == UNCHANGED x
Inv == \in(x, {3}) /\ \cup({1}, {x}) = {1, 3} /\ -.(x) = 0 - 3 /\ =(x, 3)
====
