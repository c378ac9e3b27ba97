---- MODULE LassoDepth ----
\* A tail of three states, then a cycle of two: the position where the lasso closes.
EXTENDS Naturals
VARIABLE n
Init == n = 0
Next == IF n < 4 THEN n' = n + 1 ELSE n' = 3
Spec == Init /\ [][Next]_n /\ WF_n(Next)
Stops == Init /\ [][Next]_n
Ten == <>(n = 10)
Three == []<>(n = 3)
Four == <>[](n = 4)
Two == <>(n = 2)
Leads == (n = 1) ~> (n = 2)
====
