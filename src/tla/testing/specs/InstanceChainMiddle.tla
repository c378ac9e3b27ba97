---- MODULE InstanceChainMiddle ----
EXTENDS Naturals
CONSTANT Top
VARIABLE inner
C == INSTANCE InstanceSimpleCell WITH cell <- inner, Max <- Top
Up == C!Inc
Fine == inner <= Top
====
