---- MODULE Postconditions ----
EXTENDS Naturals, TLC, TLCExt
VARIABLE x
Init == x = 0 /\ TLCSet(7, 0)
Next == x < 3 /\ x' = x + 1 /\ TLCSet(7, x)
Spec == Init /\ [][Next]_x
Small == x < 2
Counted == /\ TLCGet("distinct") = 4
           /\ TLCGet("generated") = 4
           /\ TLCGet("diameter") = 4
           /\ TLCGet("queue") = 0
           /\ TLCGet("level") = 0
           /\ TLCGet("stats").distinct = 4
Register == TLCGet(7) = 2
Default == TLCGetOrDefault(8, 5) = 5 /\ TLCGet("distinct") > 0
Wrong == TLCGet("distinct") = 5
Fails == TLCGet("distinct") = "a"
OfState == x = TLCGet("distinct")
Unset == TLCGet(9) = 1
====
