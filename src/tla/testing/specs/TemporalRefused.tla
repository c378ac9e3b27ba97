---- MODULE TemporalRefused ----
\* Temporal formulas that TLC cannot check.
EXTENDS Naturals
VARIABLE n
Init == n = 0
Next == n' = (n + 1) % 3
Spec == Init /\ [][Next]_n
Hidden == \EE m : [](m = n)
Guarantee == [](n = 0) -+-> [](n = 1)
PrimedAlone == [](n' > n)
ActionAlone == <>(n' = 0)
Nested == [](n = 1 => <>(n = 2))
NestedBox == <>(n = 1 /\ []<>(n = 2))
BoxImplies == [](n = 1 => [](n = 1))
Infinite == \A k \in Nat : <>(n = k)
Negated == ~<>(n = 5)
Unfair == Spec /\ WF_n(n = 5 /\ n' = 1)
FairSpec == Spec /\ WF_n(Next)
====
