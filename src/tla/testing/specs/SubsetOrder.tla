---- MODULE SubsetOrder ----
EXTENDS Integers, FiniteSets, Sequences
VARIABLE r
First(S) == CHOOSE x \in S : TRUE
RECURSIVE Listed(_)
Listed(S) == IF S = {} THEN << >> ELSE LET x == First(S) IN <<x>> \o Listed(S \ {x})
Init == r = <<
  Listed({3, 1, 2}), Listed(SUBSET {1, 2, 3}), Listed([{1, 2} -> {0, 1}]), Listed({1, 2} \X {3, 4}), Listed([a : {1, 2}, b : {3, 4}]), Listed({{1, 2}, {3}, {}, {2, 3}, {1, 2, 3}}), Listed({<<2, 1>>, <<1>>, <<1, 2>>, << >>}), Listed(-2..2), Listed(BOOLEAN), Listed({x * x : x \in -2..2}), Listed(UNION {{3, 2}, {1}}), Listed({2, 5} \cup {4, 1}), Listed([1..2 -> SUBSET {1}])
>>
Next == UNCHANGED r
Shown == r = << >>
====
