---- MODULE BadMixedLevels ----
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == x' = 0
Mixed == [](x < 4) /\ x' = x
====
