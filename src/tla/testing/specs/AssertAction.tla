---- MODULE AssertAction ----
EXTENDS Naturals, TLC
VARIABLE n
Init == n = 0
Next == n < 4 /\ Assert(n < 2, <<"too far", n>>) /\ n' = n + 1
Fine == n < 4 /\ Assert(n < 9, "never") /\ n' = n + 1
====
