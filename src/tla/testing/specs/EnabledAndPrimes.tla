---- MODULE EnabledAndPrimes ----
\* Primed expressions of every shape, UNCHANGED of operators, ENABLED.
EXTENDS Naturals, Sequences
VARIABLES f, s, k
vars == <<f, s, k>>
pair == <<f, s>>
fs == <<pair>>
Sum == f[1] + f[2]
Init == f = [i \in 1..2 |-> 0] /\ s = << >> /\ k = "a"
Bump(i) == f[i] < 2 /\ f' = [f EXCEPT ![i] = @ + 1] /\ UNCHANGED <<s, k>>
Push == Len(s) < 2 /\ s' = Append(s, Sum) /\ UNCHANGED f /\ UNCHANGED k
Flip == k' = (IF k = "a" THEN "b" ELSE "a") /\ UNCHANGED pair
PrimedGuard == Sum = 4 /\ f' \in {[i \in 1..2 |-> 0], [i \in 1..2 |-> 1]} /\ Sum' = 2 /\ UNCHANGED s /\ k' = k
Through == Sum = 3 /\ s' = Tail(<<9>> \o s) /\ LET g == f IN f' = g /\ (k' = "c") 
NotC == k = "c" /\ k' \in {"a"} /\ f' = f /\ s' = s
Next == (\E i \in 1..2 : Bump(i)) \/ Push \/ Flip \/ PrimedGuard \/ NotC
Selected == UNCHANGED fs[1][2] /\ f' = f /\ k' = k
NextSelected == Next \/ Selected
NextThrough == Next \/ Through
Spec == Init /\ [][Next]_vars
Spec2 == Init /\ [][NextThrough]_vars
Spec3 == Init /\ [][NextSelected]_vars
EnabledPush == ENABLED Push <=> Len(s) < 2
EnabledBump == ENABLED Bump(1) \/ f[1] = 2
EnabledGuard == ENABLED PrimedGuard <=> Sum = 4
EnabledNext == ENABLED Next
EnabledAngle == ENABLED <<Flip>>_k
EnabledNever == ~ENABLED (k' = 1 /\ k' = 2)
EnabledPushAlways == ENABLED Push
====
