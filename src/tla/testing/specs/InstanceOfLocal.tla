---- MODULE InstanceOfLocal ----
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == LET z == x + 1
            M == INSTANCE InstanceOfLocalHelper
        IN x' = M!Twice % 5
====
