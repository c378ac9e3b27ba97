---- MODULE ConflictInIn ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  1 \in {1} \in {TRUE}
>>
Next == UNCHANGED r
Shown == r = << >>
====
