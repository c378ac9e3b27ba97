---- MODULE Sequences1 ----
EXTENDS Integers,Sequences
VARIABLE r
s == <<3, 1, 2>>
Even(x) == x % 2 = 0
Init == r = <<
  Len(s), Head(s), Tail(s), Append(s, 9), s \o <<4>>, SubSeq(s, 2, 3), SubSeq(s, 3, 2), SubSeq(s, 1, 1),
  SelectSeq(s, Even), SelectSeq(s, LAMBDA x : x > 1), << >> \o << >>, Len("abc"), "ab" \o "c", s \in Seq({1, 2, 3}), s \in Seq({1}),
  << >> \in Seq({}), <<"a">> \in Seq(STRING), [i \in 1..2 |-> i] \in Seq(Nat), Tail(<<1>>)
>>
Next == UNCHANGED r
Shown == r = << >>
====
