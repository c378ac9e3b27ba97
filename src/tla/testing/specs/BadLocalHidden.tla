---- MODULE BadLocalHidden ----
EXTENDS Naturals, InstanceSimpleHelper
VARIABLE n
A == Hidden(1)
Init == n = 0
Next == n' = n
====
