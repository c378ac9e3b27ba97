---- MODULE DanglingCaseOuter ----
EXTENDS Integers
VARIABLE r
A(x, y) == CASE x = 1 -> CASE y = 1 -> "11"
             [] x = 2 -> "2"
Init == r = <<A(2, 1)>>
Next == UNCHANGED r
Shown == r = << >>
====
