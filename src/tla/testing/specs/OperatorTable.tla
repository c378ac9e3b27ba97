---- MODULE OperatorTable ----
EXTENDS Naturals
CONSTANTS Cost(_, _), Level(_)
VARIABLE x
Init == x = 0
Next == x < 2 /\ x' = x + Cost(1, 1)
Right == Cost(1, 2) = 7 /\ Level("low") = 1 /\ Level("high") = {1, 2}
First == Cost(2, 2) = 5
Unknown == Cost(3, 3) = 1
Shown == x = <<Cost(1, 1), Cost(1, 2)>>
====
