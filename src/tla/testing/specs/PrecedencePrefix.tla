---- MODULE PrecedencePrefix ----
EXTENDS Integers,Sequences
VARIABLE r
f == [x \in 1..2 |-> x * 10]
g == [a |-> <<7, 8>>]
Init == r = <<
  f[1] + f[2], -f[1], g.a[2], DOMAIN f \cup {0}, UNION {{1}, {2}} \cup {3}, SUBSET {1} \cup {{2}},
  -1..1, - 2 * 3, -(2) + 5, <<f[2], g.a>>[2][1], [f EXCEPT ![1] = 2][1] + 1, Len(<<1>> \o <<2, 3>> \o << >>),
  Head(Tail(<<1, 2, 3>>)) ^ 2
>>
Next == UNCHANGED r
Shown == r = << >>
====
