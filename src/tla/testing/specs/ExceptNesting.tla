---- MODULE ExceptNesting ----
EXTENDS Integers
VARIABLE r
f == [i \in 1..3 |-> i]
r2 == [a |-> 1, b |-> [c |-> <<1, 2>>, d |-> 5]]
g == [x, y \in 1..2 |-> 0]
Init == r = <<
  [f EXCEPT ![2] = 20], [f EXCEPT ![1] = @ + 10, ![1] = @ * 2], [r2 EXCEPT !.a = @ + 1],
  [r2 EXCEPT !.b.c[2] = @ + 100], [r2 EXCEPT !["b"].d = @ * 2, !.b.d = @ + 1],
  [r2 EXCEPT !.b = [@ EXCEPT !.d = @ + 1]], [r2 EXCEPT !.b.c = [i \in 1..2 |-> @[i] + i]],
  [g EXCEPT ![1, 2] = 7][1, 2], [g EXCEPT ![<<2, 1>>] = @ + 3][2, 1], [f EXCEPT ![3] = f[1] + @],
  [<<1, 2>> EXCEPT ![1] = "z"], [f EXCEPT ![2] = [f EXCEPT ![2] = @ + 5]]
>>
Next == UNCHANGED r
Shown == r = << >>
====
