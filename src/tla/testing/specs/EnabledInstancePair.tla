---- MODULE EnabledInstancePair ----
EXTENDS Naturals
VARIABLES u, v
Apart == u' = u /\ v' = v + 1
Up == u' = u + 1 /\ UNCHANGED v
Together == u' = 3 /\ v' = 3
CanApart == ENABLED Apart
CanUp == ENABLED Up
Can(A) == ENABLED A
CanWith(A) == ENABLED (A /\ u' = 5)
====
