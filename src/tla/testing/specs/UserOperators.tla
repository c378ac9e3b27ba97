---- MODULE UserOperators ----
EXTENDS Integers,Sequences
VARIABLE r
a \prec b == a < b
a ++ b == a * 10 + b
a -- b == b - a
a ** b == a + b * 2
a (+) b == <<a, b>>
a \sqcap b == a \cap b
a ?? b == IF a = 0 THEN b ELSE a
a ^+ == a + 1
a ^* == a * 2
a $ b == a + b
a & b == a /\ b
a | b == a \/ b
a %% b == a % b
Init == r = <<
  1 \prec 2, 1 ++ 2, 1 -- 5, 1 ** 2 ** 3, 1 (+) 2, {1, 2} \sqcap {2}, 0 ?? 4, 3 ^+, 3 ^* , 2 $ 3, TRUE & FALSE, TRUE | FALSE, 7 %% 4
>>
Next == UNCHANGED r
Shown == r = << >>
====
