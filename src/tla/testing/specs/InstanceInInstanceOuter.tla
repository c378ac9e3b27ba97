---- MODULE InstanceInInstanceOuter ----
VARIABLE x
Same == INSTANCE InstanceInInstanceInner WITH y <- x
Other == INSTANCE InstanceInInstanceInner WITH y <- IF x = "all" THEN "all" ELSE "some"
Plain == INSTANCE InstanceInInstancePlain
SharedNext == Plain!Next
SharedSpec == x = "some" /\ [][SharedNext]_x /\ WF_x(SharedNext)
RenamedNext == Same!Next
RenamedSpec == x = "some" /\ [][RenamedNext]_x /\ WF_x(RenamedNext)
ShiftedSpec == Other!Spec
AbleSpec == [](ENABLED SharedNext)
====
