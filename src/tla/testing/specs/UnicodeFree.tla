---- MODULE UnicodeFree ----
EXTENDS Integers
VARIABLE r
\* Numbers in other bases.
Init == r = <<
  \b101, \o17, \hFf, \B11, \H0a, 007
>>
Next == UNCHANGED r
Shown == r = << >>
====
