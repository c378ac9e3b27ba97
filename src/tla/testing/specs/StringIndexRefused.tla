---- MODULE StringIndexRefused ----
EXTENDS Sequences
VARIABLE r
Init == r = <<
  "abc"[1]
>>
Next == UNCHANGED r
Shown == r = << >>
====
