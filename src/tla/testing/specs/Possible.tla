---- MODULE Possible ----
EXTENDS Naturals, TLC, _Possible
CONSTANTS a, b
VARIABLES x, who
Init == x = 0 /\ who \in {a, b}
Step == x < 3 /\ x' = x + 1 /\ UNCHANGED who
Swap == x = 1 /\ who' \in {a, b} \ {who} /\ UNCHANGED x
Next == Step \/ Swap
Spec == Init /\ [][Next]_<<x, who>>
Ends == x = 3
First == x = 0
Never == x = 9
Leaps == x' = x + 2
Steps == x = 2 /\ x' = 3
Stutters == x' = x /\ who' = who
Outside == x = 2
Within == x < 2
NoStepPast == x' < 2
Calm == TRUE
Broken == x = "a"
Always == []Within
Even == x \div 2
Symmetry == Permutations({a, b})
IsB == who = b
View == x
Small == x < 2
WithParameter(n) == x = n
Failing == TLCGet("distinct") = 77
Seen == TLCGet("all:named")["s:_possible"][1]
Counted == Seen["Ends"] = 2 /\ Seen["Outside"] = 2 /\ Seen["Within"] = 6 /\ Seen["Steps"] = 2 /\ _Counts["Ends"] = 2
CountedOnce == Seen["Within"] = 4
CountedWithin == Seen["Within"] = 6 /\ Seen["Swap"] = 2
Tracked == _Track(x = 2, "Outside") /\ _Track(x = 1, "one")
CountedBoth == Seen["Outside"] = 4 /\ Seen["one"] = 4
====
