---- MODULE LivenessErrorUnderView ----
EXTENDS Naturals
VARIABLES x, y

Init == x = 0 /\ y = 0
Next == x' = (x + 1) % 3 /\ y' = y + 1
Spec == Init /\ [][Next]_<<x, y>> /\ WF_<<x, y>>(Next)

Seen == x

\* The step from the last state goes to one that another stands for; the error is in the step, not in a step to that other.
Closing == x' = 0 /\ 10 \div (3 - y') > 0
Live == []<><<Closing>>_x
Harmless == x' = 0 /\ 10 \div (4 - y') > 0
LiveHarmless == []<><<Harmless>>_x
====
