---- MODULE Counter ----
\* The smallest machine: every verdict kind and most entries of a configuration.
EXTENDS Naturals
CONSTANT Top
VARIABLE n
Init == n = 0
Up == n < Top /\ n' = n + 1
Down == n > 0 /\ n' = n - 1
Next == Up \/ Down
OnlyUp == Up
Loop == Up \/ (n = Top /\ n' = 0)
Spec == Init /\ [][Next]_n
SpecUp == Init /\ [][OnlyUp]_n
SpecStutter == Init /\ [][OnlyUp \/ UNCHANGED n]_n
SpecLoop == Init /\ [][Loop]_n
Small == n < 3
TypeOK == n \in 0..Top
NeverZero == n > 0
FalseConstant == Top = 0
TrueConstant == Top > 0
Bound == n <= 2
BoundStart == n > 0
StepUp == n' > n
StepSmall == n' < 3
Parity == n % 2
Doubled == [twice |-> n * 2, n |-> n]
Level == n
====
