---- MODULE TlcLevel ----
\* Values of TLC itself that a model may ask for.
EXTENDS Naturals, TLC
VARIABLE n
Init == n = 0 /\ TLCSet(1, 5)
Next == n < 4 /\ n' = n + 1
LevelOk == TLCGet("level") = n + 1
LevelBound == TLCGet("level") < 3
Register == TLCGet(1) = 5
====
