---- MODULE AliasShown ----
EXTENDS Naturals, Sequences, TLC, TLCExt
VARIABLES x, y
vars == <<x, y>>
Init == x = 0 /\ y = "a"
Step == x < 3 /\ x' = x + 1 /\ y' = y
Back == x = 3 /\ x' = 1 /\ y' = "b"
Spec == Init /\ [][Step]_vars
Turning == Init /\ [][Step \/ Back]_vars /\ WF_vars(Step \/ Back)
Small == x < 2
Positive == x > 0
Never == <>(x = 5)
Primed == [x |-> x, next |-> x', level |-> TLCGet("level"), pair |-> <<x, y>>]
Enabled == [can |-> ENABLED Step]
NoRecord == x + 1
Past == [n |-> Len(Trace), first |-> Trace[1], all |-> Trace]
====
