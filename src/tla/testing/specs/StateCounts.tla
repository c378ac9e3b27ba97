---- MODULE StateCounts ----
EXTENDS Naturals, TLC
VARIABLE x
Init == x = 0
Next == x' = x + 1
Few == TLCGet("distinct") < 6
Shallow == TLCGet("level") < 4
====
