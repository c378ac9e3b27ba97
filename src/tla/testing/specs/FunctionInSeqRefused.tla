---- MODULE FunctionInSeqRefused ----
EXTENDS Sequences,Integers,TLC
VARIABLE r
Init == r = <<
  [i \in 0..1 |-> i] \in Seq(0..1)
>>
Next == UNCHANGED r
Shown == r = << >>
====
