---- MODULE ExtendsChainB ----
EXTENDS ExtendsChainA
FromB == FromA + 1
====
