---- MODULE InstanceOfLocalHelper ----
EXTENDS Naturals
VARIABLE z
Twice == z + z
Up == z' = z + 1
====
