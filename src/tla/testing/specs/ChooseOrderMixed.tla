---- MODULE ChooseOrderMixed ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Pick(S) == CHOOSE x \in S : TRUE
Init == r = <<
  Pick({<<1, 2, 3>>, <<9>>}), Pick({<< >>, <<1>>}), Pick({{3}, {1, 2, 3}, {2, 4}}), Pick({(2 :> 1), (1 :> 5)}), Pick({(1 :> 2 @@ 3 :> 4), (1 :> 1 @@ 3 :> 9), (0 :> 7)}), Pick([{"b", "a"} -> {2, 1}]), Pick({x \in SUBSET {3, 1, 2} : x /= {} /\ 1 \notin x}), Pick({<<x, y>> : x \in {2, 1}, y \in {4, 3}}), Pick({-x : x \in 1..3}), Pick(UNION {{5}, {4}}), Pick({7} \cup {6}), Pick({5, 6, 7} \ {5}), Pick(Permutations({1, 2}))
>>
Next == UNCHANGED r
Shown == r = << >>
====
