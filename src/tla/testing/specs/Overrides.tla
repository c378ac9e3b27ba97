---- MODULE Overrides ----
\* Definitions that the configuration replaces.
EXTENDS Naturals, OverridesBase
CONSTANTS Limit, Weight(_)
VARIABLE n
Step == 1
BigStep == 2
SmallNat == 0..3
FiveLimit == 5
Double(x) == 2 * x
Triple(x) == 3 * x
Init == n = 0
Next == n + Step <= Limit /\ n' = n + Step
Spec == Init /\ [][Next]_n
InNat == n \in Nat
SomeNat == \E m \in Nat : m >= n
BaseOk == n <= BaseLimit
Weighed == Weight(n) <= 8
====
