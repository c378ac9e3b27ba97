---- MODULE ConflictCupMinus ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  {1} \cup {2} \ {1}
>>
Next == UNCHANGED r
Shown == r = << >>
====
