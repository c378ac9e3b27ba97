---- MODULE DecimalRefused ----
EXTENDS Reals
VARIABLE r
Init == r = <<
  1.5
>>
Next == UNCHANGED r
Shown == r = << >>
====
