---- MODULE UnboundedReplaced ----
\* The usual way to have a value that is no other: unbounded in the module, a model value in the configuration.
EXTENDS Naturals
VARIABLE slot
Nothing == CHOOSE x : x \notin Nat
Init == slot = Nothing
Put == slot = Nothing /\ \E k \in 1..2 : slot' = k
Take == slot # Nothing /\ slot' = Nothing
Next == Put \/ Take
TypeOK == slot \in (1..2) \cup {Nothing}
Filled == slot = Nothing
====
