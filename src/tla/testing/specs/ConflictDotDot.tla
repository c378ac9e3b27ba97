---- MODULE ConflictDotDot ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  1..2..3
>>
Next == UNCHANGED r
Shown == r = << >>
====
