---- MODULE InstanceEnabled ----
\* ENABLED and primes through an instance.
EXTENDS Naturals
VARIABLES left, right
L == INSTANCE InstanceSimpleCell WITH cell <- left, Max <- 2
Pair == INSTANCE InstanceSimpleCell WITH cell <- left + right, Max <- 3
Init == left = 0 /\ right = 0
Next == (L!Inc /\ UNCHANGED right) \/ (right < 1 /\ right' = right + 1 /\ UNCHANGED left)
EnabledLeft == ENABLED L!Inc <=> left < 2
Never == ENABLED L!Inc
PairOk == Pair!TypeOK
Steps == [][Pair!Inc]_<<left, right>>
====
