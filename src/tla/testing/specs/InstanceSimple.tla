---- MODULE InstanceSimple ----
\* INSTANCE with substitution, with parameters, without a name, and of constants only.
EXTENDS Naturals, InstanceSimpleHelper
VARIABLES left, right
L == INSTANCE InstanceSimpleCell WITH cell <- left, Max <- 2
R == INSTANCE InstanceSimpleCell WITH cell <- right, Max <- 1
P(k) == INSTANCE InstanceSimpleCell WITH cell <- left, Max <- k
Both(a, b) == INSTANCE InstanceSimpleCell WITH cell <- left + right, Max <- a + b
Init == L!Init /\ R!Init
Next == \/ L!Inc /\ UNCHANGED right
        \/ R!Inc /\ UNCHANGED left
        \/ L!Full /\ R!Full /\ left' = 0 /\ right' = 0
Spec == Init /\ [][Next]_<<left, right>>
TypeOK == L!TypeOK /\ R!TypeOK /\ P(2)!TypeOK /\ Both(1, 2)!TypeOK
TooTight == P(1)!TypeOK
BothTight == Both(1, 1)!TypeOK
Helped == Twice(left) <= 4 /\ L!Scaled(3) <= 6
Refines == L!Spec
RefinesNot == P(1)!Spec
====
