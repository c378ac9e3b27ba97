---- MODULE NestedModule ----
EXTENDS Naturals
VARIABLE n
---- MODULE Inner ----
  CONSTANT Step
  VARIABLE v
  Move == v < 4 /\ v' = v + Step
  LOCAL Secret == 1
  Near == v - Secret <= 4
====
One == INSTANCE Inner WITH Step <- 1, v <- n
Two == INSTANCE Inner WITH Step <- 2, v <- n
Init == n = 0
Next == One!Move \/ Two!Move
Spec == Init /\ [][Next]_n
Ok == One!Near
Bad == n < 5
====
Text after the module is not read: ] ) == /\
