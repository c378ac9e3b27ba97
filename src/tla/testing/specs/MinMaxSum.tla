---- MODULE MinMaxSum ----
EXTENDS Integers,Sequences,FiniteSets
VARIABLE r
Max(S) == CHOOSE x \in S : \A y \in S : y <= x
RECURSIVE Sum(_, _)
Sum(f, S) == IF S = {} THEN 0 ELSE LET x == CHOOSE y \in S : TRUE IN f[x] + Sum(f, S \ {x})
Range(f) == {f[x] : x \in DOMAIN f}
Reverse(s) == [i \in 1..Len(s) |-> s[Len(s) + 1 - i]]
Injective(f) == \A x, y \in DOMAIN f : f[x] = f[y] => x = y
RECURSIVE Ack(_, _)
Ack(m, n) == IF m = 0 THEN n + 1 ELSE IF n = 0 THEN Ack(m - 1, 1) ELSE Ack(m - 1, Ack(m, n - 1))
grid[p \in (0..2) \X (0..2)] == IF p[1] = 0 \/ p[2] = 0 THEN 1 ELSE grid[<<p[1] - 1, p[2]>>] + grid[<<p[1], p[2] - 1>>]
Init == r = <<
  Max({3, 9, 2}), Sum([a |-> 1, b |-> 5], {"a", "b"}), Range(<<3, 3, 1>>), Reverse(<<1, 2, 3>>), Injective(<<1, 2>>), Injective(<<1, 1>>), Ack(2, 2), grid[<<2, 2>>]
>>
Next == UNCHANGED r
Shown == r = << >>
====
