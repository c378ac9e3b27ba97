---- MODULE Registers ----
EXTENDS Naturals, TLC
VARIABLE x
ASSUME TLCSet(1, 5)
ASSUME TLCGet("level") = 0
ASSUME TLCGet("config").mode = "bfs" /\ TLCGet("config").worker = 1
Init == x = 0
Next == x' = (x + 1) % 3 /\ TLCSet(2, x) /\ TLCGet(1) = 5
Spec == Init /\ [][Next]_x /\ WF_x(Next)
Often == []<>(x = 2 /\ TLCGet(1) = 5)
Searched == TLCGet("config").deadlock
NotSearched == TLCGet("config").mode = "simulate"
Few == TLCGet("distinct") < 3
====
