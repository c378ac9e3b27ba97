---- MODULE InstanceInInstancePlain ----
VARIABLE x
Next == x' = "all"
====
