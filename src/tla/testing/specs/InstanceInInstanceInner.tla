---- MODULE InstanceInInstanceInner ----
VARIABLE y
Next == y' = "all"
Spec == y = "some" /\ [][Next]_y /\ WF_y(Next)
====
