---- MODULE ConflictMinusPlus ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  5 - 2 + 1
>>
Next == UNCHANGED r
Shown == r = << >>
====
