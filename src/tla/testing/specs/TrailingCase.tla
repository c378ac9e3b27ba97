---- MODULE TrailingCase ----
EXTENDS Integers
VARIABLE r
A(x) ==
  CASE x = 1 -> "one" []
       x = 2 -> "two" []
       OTHER -> "many"
B(x) == CASE x > 0 /\ x < 5 -> /\ TRUE
                               /\ x # 3
          [] OTHER -> \/ x = 9
                      \/ x = 8
Init == r = <<
  A(1), A(2), A(3), B(3), B(4), B(9), B(7)
>>
Next == UNCHANGED r
Shown == r = << >>
====
