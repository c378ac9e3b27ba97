---- MODULE LazyFunctionRefused ----
EXTENDS Integers
VARIABLE r
f == [x \in 1..3 |-> IF x = 2 THEN 1 \div 0 ELSE x]
Init == r = <<
  f
>>
Next == UNCHANGED r
Shown == r = << >>
====
