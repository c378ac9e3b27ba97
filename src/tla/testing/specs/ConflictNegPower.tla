---- MODULE ConflictNegPower ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  -2 ^ 2
>>
Next == UNCHANGED r
Shown == r = << >>
====
