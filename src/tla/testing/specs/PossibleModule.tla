---- MODULE PossibleModule ----
EXTENDS Naturals, _Possible
VARIABLE x
Init == x = 0
Next == x' = (x + 1) % 3
Spec == Init /\ [][Next]_x
Tracked == _Track(x = 2, "two") /\ _Track(x = 5, "five")
Counts == _Counts["two"] = 1 /\ _Counts["five"] = 0
====
