Text before the module is not read either.
---- MODULE ExtendsChain ----
EXTENDS ExtendsChainB, ExtendsChainC
VARIABLE n
Init == n = FromA
Next == n < FromB + FromC /\ n' = n + 1
Spec == Init /\ [][Next]_n
Ok == n <= 7
Bad == n < 7
====
