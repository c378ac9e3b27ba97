---- MODULE SetOperators ----
EXTENDS Integers,FiniteSets
VARIABLE r
S == {1, 2, 3}
Init == r = <<
  S \cup {4}, S \union {9}, S \cap {2, 7}, S \intersect {1}, S \ {2}, 1 \in S, 5 \notin S, {1} \subseteq S, S \subseteq {1},
  SUBSET {1, 2}, {{1}, {}} \subseteq SUBSET S, {7} \in SUBSET S, UNION {{1, 2}, {2, 5}}, UNION {}, {x \in S : x > 1}, {x * 2 : x \in S},
  {x + y : x \in S, y \in {10, 20}}, {<<x, y>> \in S \X S : x < y}, Cardinality(SUBSET S), Cardinality({}), IsFiniteSet(S), {2, 1, 2, 3}
>>
Next == UNCHANGED r
Shown == r = << >>
====
