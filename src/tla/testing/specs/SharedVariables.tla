---- MODULE SharedVariables ----
EXTENDS Naturals
VARIABLE x
I == INSTANCE SharedVariablesHelper WITH a <- x, b <- x
Init == x = 0
Next == x' = 1 - x
Apart == I!Apart
Guarded == I!Guarded
Kept == I!Apart /\ ~I!Guarded
====
