---- MODULE InstanceInInstance ----
\* Refinement of a module that takes its actions from an instance in it: ENABLED in the fairness chooses what the variable stands for.
VARIABLE x
Init == x = "none"
Next == \/ x = "none" /\ x' = "some"
        \/ x = "some" /\ x' = "all"
Coarse == IF x = "all" THEN "all" ELSE "some"
Outer == INSTANCE InstanceInInstanceOuter WITH x <- Coarse
Spec == Init /\ [][Next]_x /\ WF_x(Next)
Lazy == Init /\ [][Next]_x
Shared == Outer!SharedSpec
Renamed == Outer!RenamedSpec
Shifted == Outer!ShiftedSpec
Able == Outer!AbleSpec
====
