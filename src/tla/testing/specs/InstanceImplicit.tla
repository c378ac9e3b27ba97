---- MODULE InstanceImplicit ----
\* Symbols of the same name are substituted without being named.
EXTENDS Naturals
CONSTANT Max
VARIABLE cell
INSTANCE InstanceSimpleCell
Named == INSTANCE InstanceSimpleCell
Next == Inc \/ Reset
Whole == Init /\ [][Next]_cell
Same == Named!TypeOK <=> TypeOK
Tight == cell < Max
====
