---- MODULE BadUnclosedModule ----
VARIABLE n
Init == n = 0
Next == UNCHANGED n
