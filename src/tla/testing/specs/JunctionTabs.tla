---- MODULE JunctionTabs ----
VARIABLE r
A ==
	/\ TRUE
	/\ FALSE
B == /\ TRUE \* a comment
     (* another *)
     /\ \/ FALSE
        \/ TRUE
     /\ (/\ TRUE
         /\ TRUE)
C == IF /\ TRUE
        /\ FALSE
     THEN "then"
     ELSE "else"
D == [x \in {TRUE} |-> /\ x
                       /\ ~x]
E == {/\ TRUE
      /\ FALSE, TRUE}
G == ~ /\ TRUE
       /\ FALSE
H == \A x \in {TRUE} : \/ x
                       \/ ~x
I == LET a == /\ TRUE
              /\ TRUE
     IN a
J == <<\/ FALSE
       \/ TRUE, FALSE>>
K == TRUE /\
  TRUE
Init == r = <<A, B, C, D, E, G, H, I, J, K>>
Next == UNCHANGED r
Shown == r = << >>
====
