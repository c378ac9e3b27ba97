---- MODULE UnboundedChooseRefused ----
EXTENDS Naturals
VARIABLE r
Init == r = <<
  CHOOSE x : x \notin Nat
>>
Next == UNCHANGED r
Shown == r = << >>
====
