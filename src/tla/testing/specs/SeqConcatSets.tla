---- MODULE SeqConcatSets ----
EXTENDS Sequences,FiniteSets,Integers
VARIABLE r
S == {<<1>>, << >>}
Init == r = <<
  {s \o t : s \in S, t \in S}, {Append(s, 9) : s \in S}, Cardinality(S \X S), {Len(s) : s \in S}, UNION {{Len(s)} : s \in S}, {s \in S : s # << >>}
>>
Next == UNCHANGED r
Shown == r = << >>
====
