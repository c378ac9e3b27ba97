---- MODULE ExtendsCycleB ----
EXTENDS ExtendsCycle
X == 1
====
