---- MODULE Comparisons ----
EXTENDS Integers
VARIABLE r
Init == r = <<
  1 < 2, 2 < 2, 2 <= 2, 2 =< 2, 2 \leq 2, 3 >= 4, 3 \geq 3, 3 > 2,
  1 # 2, 1 /= 1, 1 = 1, "a" = "a", "a" /= "b", TRUE = FALSE,
  {1, 2} = {2, 1, 1}, {} = {3}, << >> = <<1>>, <<1, 2>> = <<1, 2>>, {} \subseteq {}
>>
Next == UNCHANGED r
Shown == r = << >>
====
