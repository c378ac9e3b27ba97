---- MODULE ConflictPlusMod ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  2 + 3 % 2
>>
Next == UNCHANGED r
Shown == r = << >>
====
