---- MODULE ConflictDivDiv ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  12 \div 2 \div 3
>>
Next == UNCHANGED r
Shown == r = << >>
====
