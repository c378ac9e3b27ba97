---- MODULE ConflictEqChain ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  1 = 1 = TRUE
>>
Next == UNCHANGED r
Shown == r = << >>
====
