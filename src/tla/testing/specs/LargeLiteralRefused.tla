---- MODULE LargeLiteralRefused ----
EXTENDS Naturals
VARIABLE r
Init == r = <<
  2147483648
>>
Next == UNCHANGED r
Shown == r = << >>
====
