---- MODULE RecursiveHigherOrder ----
\* A recursive operator may take an operator, in any place but the last.
EXTENDS Integers, Sequences
VARIABLE sum
RECURSIVE Fold(_, _, _)
Fold(F(_, _), base, s) == IF s = <<>> THEN base ELSE Fold(F, F(base, Head(s)), Tail(s))
Plus(a, b) == a + b
Init == sum = <<>>
Next == /\ Len(sum) < 3
        /\ \E n \in {1, 2} : sum' = Append(sum, n)
Sums == /\ Fold(Plus, 0, sum) =< 6
        /\ Fold(LAMBDA a, b : a * b, 1, sum) = 4 => Len(sum) > 1
Small == Fold(Plus, 0, sum) < 5
====
