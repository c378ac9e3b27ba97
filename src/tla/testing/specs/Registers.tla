---- MODULE Registers ----
EXTENDS Naturals, TLC
VARIABLE x
ASSUME TLCSet(1, 5)
ASSUME TLCGet("level") = 0
Init == x = 0
Next == x' = (x + 1) % 3 /\ TLCSet(2, x) /\ TLCGet(1) = 5
Spec == Init /\ [][Next]_x /\ WF_x(Next)
Often == []<>(x = 2 /\ TLCGet(1) = 5)
Few == TLCGet("distinct") < 3
====
