---- MODULE FunctionsByRule ----
EXTENDS Integers, Sequences
VARIABLE x
next == [n \in Nat |-> n + 1]
double[n \in Nat] == IF n = 0 THEN 0 ELSE 2 + double[n - 1]
Apply(f, e) == f[e]
Init == x = 0
Next == x' = next[x] % 5
Values ==
  /\ [n \in Int |-> n + x][-x] = 0
  /\ [p \in Nat \X Int |-> p[1] + p[2]][x, -1] = x - 1
  /\ [m, n \in Nat |-> m + n][x, 2] = x + 2
  /\ [s \in Seq(Nat) |-> Len(s)][<<x, x>>] = 2
  /\ [S \in SUBSET Nat |-> x \in S][{x}]
  /\ [s \in STRING |-> s]["a"] = "a"
  /\ 5 \in DOMAIN next /\ DOMAIN next = Nat
  /\ [next EXCEPT ![3] = 7][3] = 7 /\ [next EXCEPT ![3] = @ + 7][4] = 5
  /\ Apply(next, x) = x + 1 /\ Apply(double, x) = 2 * x
  /\ [a |-> next].a[x] = x + 1 /\ <<next>>[1][x] = x + 1
  /\ (CHOOSE f \in {next} : TRUE)[x] = x + 1
  /\ [i \in {1, 2} |-> [n \in Nat |-> n + i]][2][x] = x + 2
Sets ==
  LET Large == {n \in Nat : n > 3} Over(S) == 5 \in S IN
  /\ 5 \in Large /\ 2 \notin Large /\ Over(Large)
  /\ Large \cap (1..6) = {4, 5, 6} /\ {4, 5} \subseteq Large
  /\ {4} \in SUBSET Large /\ <<4>> \in Seq(Large)
  /\ [n \in Large |-> n + x][4] = 4 + x
Outside == [n \in Nat |-> n][x - 3] = 0
Compared == [n \in Nat |-> n] = [n \in Nat |-> n]
Listed == {n \in Nat : n < 3} = {0, 1, 2}
HeldRule == x = [n \in Nat |-> n]
HeldInside == x = <<[n \in Nat |-> n], 1>>
HeldSet == x = {n \in Nat : n < 3}
Stay == UNCHANGED x
====
