---- MODULE ExtendsChainC ----
EXTENDS ExtendsChainA
FromC == FromA * 2
====
