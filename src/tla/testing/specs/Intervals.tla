---- MODULE Intervals ----
EXTENDS Integers
VARIABLE r
Init == r = <<
  1..3, 3..1 = {}, -1..1, 2 \in 1..3, 4 \in 1..3, 0..0, {x + 1 : x \in 1..3} = 2..4,
  (1..3) \cup (3..5) = 1..5, 1 + 1..2 + 2, 1..3 \subseteq 0..5
>>
Next == UNCHANGED r
Shown == r = << >>
====
