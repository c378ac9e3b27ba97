---- MODULE StringDomainRefused ----
EXTENDS Sequences
VARIABLE r
Init == r = <<
  DOMAIN "abc"
>>
Next == UNCHANGED r
Shown == r = << >>
====
