---- MODULE FunctionAsAction ----
EXTENDS Naturals
VARIABLES x, y
Step[i \in 1..3] == x < 4 /\ x' = x + i /\ UNCHANGED y
Turn[i \in 1..2] == x >= 4 /\ y' = i /\ x' = 0
Init == x = 0 /\ y = 0
Next == (\E i \in 1..3 : Step[i]) \/ (\E i \in 1..2 : Turn[i])
====
