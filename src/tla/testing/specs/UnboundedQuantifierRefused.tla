---- MODULE UnboundedQuantifierRefused ----
EXTENDS Naturals
VARIABLE r
Init == r = <<
  \E x : x = 1
>>
Next == UNCHANGED r
Shown == r = << >>
====
