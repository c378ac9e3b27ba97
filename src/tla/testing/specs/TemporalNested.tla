---- MODULE TemporalNested ----
\* Temporal operators inside one another, and what a tableau can make of them.
EXTENDS Naturals
VARIABLE n
Init == n = 0
Next == n' = (n + 1) % 3
Spec == Init /\ [][Next]_n
FairSpec == Spec /\ WF_n(Next)
Nested == [](n = 1 => <>(n = 2))
NestedNever == [](n = 1 => <>(n = 5))
NestedBox == <>(n = 1 /\ []<>(n = 2))
NestedBoxBad == <>(n = 1 /\ []<>(n = 5))
BoxImplies == [](n = 1 => [](n = 1))
Negated == ~<>(n = 5)
NegatedBad == ~<>(n = 2)
Twice == <>(n = 1 /\ <>(n = 0))
Conjoined == <>(n = 1) /\ <>(n = 2) /\ []<>(n = 0)
ConjoinedBad == <>(n = 1) /\ <>(n = 7)
LeadsChain == (n = 0 ~> n = 1) /\ (n = 1 ~> n = 2)
LeadsBad == n = 0 ~> n = 4
Tautology == []TRUE
ByName == \A k \in 0..2 : <>(n = k)
ByNameBad == \A k \in 0..3 : <>(n = k)
Infinite == \A k \in Nat : <>(n = k)
Unfair == Spec /\ WF_n(n = 5 /\ n' = 1)
StrongTwo == Spec /\ SF_n(n = 2 /\ n' = 0)
====
