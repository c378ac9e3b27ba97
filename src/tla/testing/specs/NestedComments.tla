---- MODULE NestedComments ----
EXTENDS Integers
VARIABLE r
(* outer (* inner *) still *)
A == 1 \* line (* not opened
B == (* x *) 2 (* "string" \* *)
Init == r = <<
  A, B
>>
Next == UNCHANGED r
Shown == r = << >>
====
