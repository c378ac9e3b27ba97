---- MODULE ConflictAndOr ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  TRUE /\ FALSE \/ TRUE
>>
Next == UNCHANGED r
Shown == r = << >>
====
