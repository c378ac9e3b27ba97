---- MODULE EnabledArgument ----
EXTENDS Naturals
VARIABLE x
Can(A) == ENABLED A
Up == x < 3 /\ x' = x + 1
Init == x = 0
Next == Up \/ (x = 3 /\ x' = 0)
CanStep == Can(Next)
CanUp == Can(Up)
====
