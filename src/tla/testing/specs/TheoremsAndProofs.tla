---- MODULE TheoremsAndProofs ----
EXTENDS Naturals
VARIABLE n
Init == n = 0
Next == n' = (n + 1) % 3
Spec == Init /\ [][Next]_n
Inv == n \in 0..2
THEOREM Safe == Spec => []Inv
<1>1. Init => Inv
  BY DEF Init, Inv
<1>2. Inv /\ [Next]_n => Inv'
  <2> SUFFICES ASSUME Inv, [Next]_n PROVE Inv'
    OBVIOUS
  <2>a. CASE Next
    BY <2>a DEF Next, Inv
  <2>b. CASE UNCHANGED n
    BY <2>b DEF Inv
  <2> QED BY <2>a, <2>b
<1> QED BY <1>1, <1>2 DEF Spec
LEMMA Trivial == TRUE
PROOF OMITTED
COROLLARY 1 = 1
THEOREM ASSUME NEW x \in Nat, x > 0 PROVE x >= 1
OBVIOUS
AfterProofs == n < 3
Bad == n < 2
====
