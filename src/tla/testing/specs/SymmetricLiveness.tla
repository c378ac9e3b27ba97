---- MODULE SymmetricLiveness ----
\* A token that is passed on for ever: under SYMMETRY, or a VIEW that does not show the holder, the step leads back to the same state.
EXTENDS Naturals, TLC
CONSTANT People
VARIABLES at, holder
vars == <<at, holder>>
Init == at = 0 /\ holder \in People
Step == at < 2 /\ at' = at + 1 /\ UNCHANGED holder
Pass == at = 1 /\ UNCHANGED at /\ holder' \in People \ {holder}
Next == Step \/ Pass
Weak == Init /\ [][Next]_vars /\ WF_vars(Next)
Fair == Weak /\ SF_vars(Step)
Place == at
Same == Permutations(People)
Ends == <>(at = 2)
====
