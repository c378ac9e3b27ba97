---- MODULE SharedVariablesHelper ----
EXTENDS Naturals
VARIABLES a, b
Apart == ENABLED (a' = 0 /\ b' = 1)
Guarded == ENABLED (a # b /\ a' = 0 /\ b' = 1)
====
