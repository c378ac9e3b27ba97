---- MODULE LazyEvaluation ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Bad == Head(<< >>)
Ignore(x) == 1
f == [x \in 1..3 |-> IF x = 2 THEN 1 \div 0 ELSE x]
Both(a, b) == a \/ b
Init == r = <<
  Ignore(Bad), LET b == Bad IN 2, IF TRUE THEN 3 ELSE Bad, FALSE /\ Bad = 1, TRUE \/ Bad = 1, FALSE => Bad = 1, Both(TRUE, Bad = 1), CASE TRUE -> 4 [] OTHER -> Bad, f[1], \E x \in {1, 2} : x = 1 \/ Bad = 1, \A x \in {1, 2} : x = 2 /\ Bad = 1, Len(<<Ignore(1 \div 0)>>)
>>
Next == UNCHANGED r
Shown == r = << >>
====
