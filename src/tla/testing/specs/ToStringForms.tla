---- MODULE ToStringForms ----
EXTENDS Integers,TLC,Sequences
VARIABLE r
Init == r = <<
  ToString({}), ToString({2, 1}), ToString({"b1", "a1"}), ToString(<< >>), ToString(<<"x">>), ToString([k |-> {1}]), ToString(1..3), ToString((5 :> 1)), ToString("q\"t"), ToString(-3), ToString([{1} -> {2}]), ToString({<<1>>})
>>
Next == UNCHANGED r
Shown == r = << >>
====
