---- MODULE DeadlockLiveness ----
\* A behaviour that ends: with the deadlock check off it stutters for ever.
EXTENDS Naturals
VARIABLE n
Init == n = 0
Next == n < 2 /\ n' = n + 1
Spec == Init /\ [][Next]_n /\ WF_n(Next)
Reaches == <>(n = 2)
Returns == []<>(n = 0)
Settles == <>[](n = 2)
====
