---- MODULE ExtendsCycle ----
EXTENDS ExtendsCycleB
VARIABLE n
Init == n = 0
Next == UNCHANGED n
====
