---- MODULE BagsRefused ----
EXTENDS Integers, Bags
VARIABLE x
Init == x = SetToBag({1, 2})
Next == UNCHANGED x
Inv == /\ IsABag(x) /\ IsABag(<<1, 2>>) /\ ~IsABag(1) /\ ~IsABag({1}) /\ ~IsABag("a")
       /\ ~IsABag([a |-> "a"]) /\ ~IsABag([a |-> 0]) /\ ~IsABag([a |-> -1]) /\ IsABag(EmptyBag)
====
