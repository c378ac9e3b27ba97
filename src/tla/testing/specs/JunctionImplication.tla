---- MODULE JunctionImplication ----
VARIABLE r
X == /\ FALSE
     => TRUE
Y == \/ TRUE
     /\ FALSE
Z == /\ TRUE
     /\ FALSE
   \/ TRUE
W ==   /\ FALSE
     \/ TRUE
Init == r = <<
  X, Z, W
>>
Next == UNCHANGED r
Shown == r = << >>
====
