---- MODULE ManyActions ----
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == \/ x < 2 /\ x' = x + 1
        \/ x = 2 /\ x' \in {"a", 5}
Less == x < 4
====
