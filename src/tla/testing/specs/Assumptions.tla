---- MODULE Assumptions ----
EXTENDS Naturals
CONSTANT K
ASSUME Positive == K > 0
ASSUME K < 10
ASSUME \A x \in 1..K : x * x >= x
AXIOM K # 7
VARIABLE n
Init == n = 0
Next == n < K /\ n' = n + 1
Use == Positive
====
