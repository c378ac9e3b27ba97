---- MODULE ExtendsChainA ----
EXTENDS Naturals
FromA == 2
====
