---- MODULE Labels ----
EXTENDS Integers
VARIABLE r
F(x) == part:: (x > 1)
Init == r = <<F(3), F(9), 1, (* here *) 2 \* and here
 >>
Next == UNCHANGED r
Shown == r = << >>
====
