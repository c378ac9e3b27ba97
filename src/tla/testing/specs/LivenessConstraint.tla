---- MODULE LivenessConstraint ----
\* Liveness when a constraint cuts the behaviours off.
EXTENDS Naturals
VARIABLE n
Init == n = 0
Next == n' = n + 1
Spec == Init /\ [][Next]_n /\ WF_n(Next)
Below == n < 4
Reaches == <>(n = 3)
Beyond == <>(n = 9)
====
