---- MODULE DanglingCase ----
EXTENDS Integers
VARIABLE r
\* The arms after an inner CASE are its own.
A(x, y) == CASE x = 1 -> CASE y = 1 -> "11"
                           [] y = 2 -> "12"
             [] OTHER -> "other"
Init == r = <<
  A(1, 1), A(1, 2), A(1, 3)
>>
Next == UNCHANGED r
Shown == r = << >>
====
