---- MODULE FunctionLiteral ----
EXTENDS Integers
VARIABLE r
f == [x \in 1..3 |-> x * x]
g == [x, y \in {1, 2} |-> x + y]
h == [x \in {1, 2}, y \in {"a"} |-> <<x, y>>]
k[n \in 0..5] == IF n = 0 THEN 1 ELSE n * k[n - 1]
Init == r = <<
  f, f[2], DOMAIN f, g[1, 2], g[<<2, 2>>], DOMAIN g, h[1, "a"], k[5], k, [x \in {} |-> x],
  [x \in {} |-> x] = << >>, [x \in {"p", "q"} |-> 1], [x \in {5, 3} |-> x]
>>
Next == UNCHANGED r
Shown == r = << >>
====
