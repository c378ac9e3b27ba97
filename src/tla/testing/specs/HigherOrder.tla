---- MODULE HigherOrder ----
EXTENDS Integers,Sequences
VARIABLE r
Apply(F(_), x) == F(x)
Compose(F(_), G(_), x) == F(G(x))
Fold(F(_, _), s) == LET RECURSIVE Go(_, _)
                        Go(acc, t) == IF t = << >> THEN acc ELSE Go(F(acc, Head(t)), Tail(t))
                    IN Go(0, s)
Inc(x) == x + 1
Plus(a, b) == a + b
a ++ b == a * 10 + b
a (+) b == a - b
Init == r = <<
  Apply(Inc, 4), Apply(LAMBDA x : x * x, 5), Compose(Inc, LAMBDA y : y * 2, 3), Fold(Plus, <<1, 2, 3>>), Fold(LAMBDA p, q : p * 10 + q, <<1, 2, 3>>), Fold(+, <<4, 5>>), 1 ++ 2 ++ 3, 9 (+) 4, Apply(LAMBDA x : Apply(LAMBDA y : y + x, 1), 10)
>>
Next == UNCHANGED r
Shown == r = << >>
====
