---- MODULE CaseOther ----
EXTENDS Integers
VARIABLE r
C(x) == CASE x < 0 -> "neg" [] x = 0 -> "zero" [] x > 100 -> "big" [] OTHER -> "pos"
D(x) == CASE x = 1 -> "one"
          [] x = 2 -> "two"
E(x) == CASE x > 0 -> CASE x > 5 -> "gt5" [] OTHER -> "le5" 
F(x) == CASE x > 0 -> (CASE x > 5 -> 1 [] x > 3 -> 2 [] OTHER -> 3) [] OTHER -> 0
Init == r = <<
  C(-1), C(0), C(5), C(500), D(1), D(2), E(3), E(9), F(0), F(1), F(4), F(7), CASE 1 = 1 -> "first" [] 2 = 2 -> "second" [] OTHER -> "none"
>>
Next == UNCHANGED r
Shown == r = << >>
====
