---- MODULE FunctionNotSequenceRefused ----
EXTENDS Sequences,Integers
VARIABLE r
Init == r = <<
  Len([i \in 0..1 |-> i])
>>
Next == UNCHANGED r
Shown == r = << >>
====
