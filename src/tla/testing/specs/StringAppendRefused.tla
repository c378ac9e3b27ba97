---- MODULE StringAppendRefused ----
EXTENDS Sequences
VARIABLE r
Init == r = <<
  Append("ab", "c")
>>
Next == UNCHANGED r
Shown == r = << >>
====
