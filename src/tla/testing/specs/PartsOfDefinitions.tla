---- MODULE PartsOfDefinitions ----
EXTENDS Naturals
VARIABLE x

Listed(a) == /\ low:: a >= 0 /\ a < 5
             /\ a < 3
Local(a) == LET b == a + 1 IN LET c == b + 1 IN <<b, c, a>>
Applied(a) == [i \in 0..2 |-> 3 - i][a]
Init == x = 0
Next == x' = (x + 1) % 3

Whole == Listed(x)!: /\ Listed(x)!1 /\ Listed(x)!2
\* LET has one operand.
InsideLet == Local(x)!1 = <<x + 1, x + 2, x>> /\ Local(x)!1!1!2 = x + 2 /\ Local(x)!<<!<< = Local(x)!1!1
ArgumentOf == Applied(x)!1[x] = 3 - Applied(x)!2
NextPart == Listed(x')!2
====
