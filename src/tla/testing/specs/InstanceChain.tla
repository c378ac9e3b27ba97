---- MODULE InstanceChain ----
\* An instance inside an instance: two substitutions, one after the other.
EXTENDS Naturals
VARIABLES x, y
Mid == INSTANCE InstanceChainMiddle WITH inner <- x, Top <- 2
Init == x = 0 /\ y = 0
Next == (Mid!Up /\ y' = y) \/ (Mid!C!Full /\ y < 1 /\ y' = y + 1 /\ UNCHANGED x)
Spec == Init /\ [][Next]_<<x, y>>
Ok == Mid!Fine /\ Mid!C!TypeOK
Bad == ~Mid!C!Full
====
