---- MODULE InstanceSimpleCell ----
EXTENDS Naturals
CONSTANT Max
VARIABLE cell
Init == cell = 0
Inc == cell < Max /\ cell' = cell + 1
Full == cell = Max
Reset == Full /\ cell' = 0
TypeOK == cell \in 0..Max
Scaled(by) == cell * by
Spec == Init /\ [][Inc \/ Reset]_cell
====
