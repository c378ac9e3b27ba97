---- MODULE ConflictTimesCup ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  {1} \X {2} \cup {3}
>>
Next == UNCHANGED r
Shown == r = << >>
====
