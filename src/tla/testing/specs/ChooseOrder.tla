---- MODULE ChooseOrder ----
EXTENDS Integers
VARIABLE r
Pick(S) == CHOOSE x \in S : TRUE
Init == r = <<
  Pick({3, 1, 2}), Pick({"b", "a", "c"}), Pick({"zz", "b", "aa"}), Pick({"b", "aaa"}), Pick({<<2>>, <<1, 1>>}), Pick({<<1, 2>>, <<1, 1>>}), Pick({{2}, {1, 3}}), Pick({{2, 3}, {1, 4}}), Pick({{}, {1}}),
  Pick({TRUE, FALSE}), Pick({[a |-> 2], [a |-> 1]}), Pick({[a |-> 1, b |-> 2], [a |-> 2, b |-> 1]}), Pick({[b |-> 1], [a |-> 2]}), Pick(SUBSET {1, 2}), Pick(SUBSET {1, 2} \ {{}}), Pick([1..2 -> {5, 4}]), Pick([a : {2, 1}, b : {4, 3}]),
  Pick({1, 2} \X {4, 3}), Pick(-3..3), CHOOSE x \in {5, 3, 4} : x > 3, CHOOSE x \in -5..5 : x * x = 4, CHOOSE <<x, y>> \in {1, 2} \X {1, 2} : x > y, Pick({<<"b", 1>>, <<"a", 2>>}), Pick({[x \in {2, 3} |-> 1], [x \in {2, 3} |-> 0]})
>>
Next == UNCHANGED r
Shown == r = << >>
====
