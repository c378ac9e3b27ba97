---- MODULE EnabledInstance ----
\* ENABLED of an instance's action, from outside of the instance (what its variables stand for is in place) and from inside (they are free).
EXTENDS Naturals
VARIABLE x
Same == INSTANCE EnabledInstancePair WITH u <- x, v <- x
Sum == INSTANCE EnabledInstancePair WITH u <- x + 1, v <- x
Fixed == INSTANCE EnabledInstancePair WITH u <- x, v <- 7
Init == x = 1
Next == x' = x
Outside == ENABLED Same!Apart
OutsideNamed == LET A == Same!Apart IN ENABLED A
OutsideEither == ENABLED (Same!Up \/ Same!Apart)
OutsideTogether == ENABLED Same!Together
OutsideFixed == ENABLED Fixed!Up
Inside == Same!CanApart
InsideSum == Sum!CanUp
Given == Same!Can(Next)
GivenInstance == Same!Can(Same!Apart)
GivenNever == Same!Can(x' = 3 /\ x' = 4)
GivenAndFree == Same!CanWith(x' = 3)
Fair == Init /\ [][Next]_x /\ WF_x(Same!Apart)
Returns == []<>(x = 1)
====
