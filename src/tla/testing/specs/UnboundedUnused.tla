---- MODULE UnboundedUnused ----
EXTENDS Naturals
VARIABLE r
\* Nobody asks for it, so nobody minds.
None == CHOOSE x : x \notin Nat
All == \A x : x = x
Init == r = <<
  1
>>
Next == UNCHANGED r
Shown == r = << >>
====
