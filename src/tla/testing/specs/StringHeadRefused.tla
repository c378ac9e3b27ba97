---- MODULE StringHeadRefused ----
EXTENDS Sequences
VARIABLE r
Init == r = <<
  Head("abc")
>>
Next == UNCHANGED r
Shown == r = << >>
====
