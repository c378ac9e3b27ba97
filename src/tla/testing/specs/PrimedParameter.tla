---- MODULE PrimedParameter ----
EXTENDS Naturals
VARIABLES x, f
Set(v, e) == v' = e
Put(g, i, e) == g' = [g EXCEPT ![i] = e]
By(Op(_, _), e) == Op(x, e)
Init == x = 0 /\ f = [i \in 1..2 |-> 0]
Next ==
  \/ x < 3 /\ Set(x, x + 1) /\ UNCHANGED f
  \/ \E i \in 1..2 : f[i] = 0 /\ Put(f, i, x) /\ Set(x, 0)
  \/ x = 3 /\ LET Step(v) == v' = 1 IN Step(x) /\ UNCHANGED f
  \/ x = 2 /\ By(LAMBDA v, e : v' = e, 0) /\ UNCHANGED f
Small == x < 3
====
