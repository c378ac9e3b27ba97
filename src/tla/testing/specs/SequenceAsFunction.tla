---- MODULE SequenceAsFunction ----
EXTENDS Sequences,Integers,TLC
VARIABLE r
s == <<4, 5, 6>>
Init == r = <<
  [s EXCEPT ![2] = 0], s[3], DOMAIN s, [i \in DOMAIN s |-> s[i] * 2], Len((1 :> "a" @@ 2 :> "b")), Append((1 :> 7), 8), Tail([i \in 1..3 |-> i]), Head([i \in 1..1 |-> "h"]), << >> \o [i \in 1..2 |-> 0], SubSeq([i \in 1..4 |-> i], 2, 3), (0 :> 1 @@ 1 :> 2)[0], [i \in 1..2 |-> i] \in Seq(1..2)
>>
Next == UNCHANGED r
Shown == r = << >>
====
