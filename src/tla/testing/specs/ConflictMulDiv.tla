---- MODULE ConflictMulDiv ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  6 \div 3 * 2
>>
Next == UNCHANGED r
Shown == r = << >>
====
