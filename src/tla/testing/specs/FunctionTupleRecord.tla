---- MODULE FunctionTupleRecord ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  [i \in 1..2 |-> i + 4] = <<5, 6>>, <<5, 6>> = (1 :> 5 @@ 2 :> 6), (1 :> 5), (2 :> 5), [a |-> 1, b |-> 2] = [x \in {"a", "b"} |-> IF x = "a" THEN 1 ELSE 2],
  DOMAIN [a |-> 1, b |-> 2], [a |-> 1]["a"], ("a" :> 3).a, Len([i \in 1..3 |-> 0]), Append([i \in 1..1 |-> 9], 8),
  {<<1, 2>>, [i \in 1..2 |-> i], (1 :> 1 @@ 2 :> 2)}, [b |-> 1, a |-> 2] = [a |-> 2, b |-> 1], << >> = [x \in {} |-> 1],
  DOMAIN <<7, 8, 9>>, DOMAIN << >>, <<1, <<2, 3>>>>[2][1], [a |-> [b |-> 5]].a.b
>>
Next == UNCHANGED r
Shown == r = << >>
====
