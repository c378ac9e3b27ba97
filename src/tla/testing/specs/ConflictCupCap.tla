---- MODULE ConflictCupCap ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  {1} \cup {2} \cap {3}
>>
Next == UNCHANGED r
Shown == r = << >>
====
