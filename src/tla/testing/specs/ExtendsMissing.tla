---- MODULE ExtendsMissing ----
EXTENDS Nowhere
VARIABLE n
Init == n = 0
Next == UNCHANGED n
====
