---- MODULE ExceptOutside ----
EXTENDS Integers,TLC
VARIABLE r
\* An update outside the domain changes nothing (TLC warns).
Init == r = <<
  [[i \in 1..2 |-> i] EXCEPT ![5] = 0], [[a |-> 1] EXCEPT !.zz = 2]
>>
Next == UNCHANGED r
Shown == r = << >>
====
