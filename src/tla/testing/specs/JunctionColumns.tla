---- MODULE JunctionColumns ----
EXTENDS Integers
VARIABLE r
T == TRUE
F == FALSE
A ==
  /\ T
  /\ \/ F
     \/ T
  /\ T
B ==
  \/ /\ T
     /\ F
  \/ F
C ==
  /\ T \/ F
  /\ F \/
     T
D == /\ T => F
     /\ T
E == /\ \A x \in {1, 2} : x > 0
     /\ \E x \in {1, 2} : x > 1
G == \/ F
     \/ LET z == 1
        IN  /\ z = 1
            /\ z < 2
H == \/ IF T THEN F
        ELSE T
     \/ F
I == (/\ T
      /\ F) \/ T
J == /\ T
K == /\ T
     /\ CASE F -> F
          [] T -> T
L == {x \in {1, 2} : /\ x > 0
                     /\ x < 2}
M == /\ \/ F
        \/ /\ T
           /\ \/ F
              \/ /\ T
                 /\ T
     /\ T
O == /\ T
  /\ F
Init == r = <<
  A, B, C, D, E, G, H, I, K, L, M, O
>>
Next == UNCHANGED r
Shown == r = << >>
====
