---- MODULE LetRecursion ----
EXTENDS Integers,Sequences
VARIABLE r
RECURSIVE Fib(_)
Fib(n) == IF n < 2 THEN n ELSE Fib(n - 1) + Fib(n - 2)
RECURSIVE Even(_), Odd(_)
Even(n) == IF n = 0 THEN TRUE ELSE Odd(n - 1)
Odd(n) == IF n = 0 THEN FALSE ELSE Even(n - 1)
Sum(S) == LET RECURSIVE Go(_)
              Go(T) == IF T = {} THEN 0 ELSE LET x == CHOOSE y \in T : TRUE IN x + Go(T \ {x})
          IN  Go(S)
Fact == LET f[n \in 0..6] == IF n = 0 THEN 1 ELSE n * f[n - 1] IN f
Shadow(x) == LET y == x + 1
                 z == y * 2
             IN  LET w == z + y IN <<x, y, z, w>>
Op(n) == LET Add(a) == a + n
             Twice(G(_), a) == G(G(a))
         IN Twice(Add, 1)
Init == r = <<
  Fib(10), Even(7), Odd(7), Sum({1, 5, 9}), Fact[6], Shadow(1), Op(10), LET a == 1 b == 2 IN a + b, (LET q == 3 IN q) + 1
>>
Next == UNCHANGED r
Shown == r = << >>
====
