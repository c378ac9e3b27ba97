---- MODULE Otherwise ----
VARIABLE n
Init == n = 0
Next == UNCHANGED n
====
