---- MODULE CrossingSet ----
\* Interchangeable processes that take turns: symmetry, model values, and permutations of them.
EXTENDS Naturals, FiniteSets, TLC
CONSTANTS Proc, Nobody
ASSUME Nobody \notin Proc
VARIABLES waiting, owner
Init == waiting = {} /\ owner = Nobody
Ask(p) == p \notin waiting /\ owner # p /\ waiting' = waiting \cup {p} /\ UNCHANGED owner
Take(p) == owner = Nobody /\ p \in waiting /\ owner' = p /\ waiting' = waiting \ {p}
Give(p) == owner = p /\ owner' = Nobody /\ UNCHANGED waiting
Next == \E p \in Proc : Ask(p) \/ Take(p) \/ Give(p)
vars == <<waiting, owner>>
Spec == Init /\ [][Next]_vars
Fair == Spec /\ \A p \in Proc : WF_vars(Give(p)) /\ SF_vars(Take(p)) /\ WF_vars(Ask(p))
FairWeak == Spec /\ \A p \in Proc : WF_vars(Give(p)) /\ WF_vars(Take(p))
Sym == Permutations(Proc)
TypeOK == waiting \subseteq Proc /\ owner \in Proc \cup {Nobody}
Few == Cardinality(waiting) < 2
NotBoth == owner \notin waiting
EveryoneServed == \A p \in Proc : p \in waiting ~> owner = p
First == CHOOSE p \in Proc : TRUE
FirstWaits == First \notin waiting
====
