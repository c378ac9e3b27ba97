---- MODULE ConflictPlusTimes ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  2 * 3 + 4 * 5
>>
Next == UNCHANGED r
Shown == r = << >>
====
