---- MODULE PartsOfDefinitions ----
EXTENDS Naturals
VARIABLE x

Listed(a) == /\ low:: a >= 0 /\ a < 5
             /\ a < 3
Local(a) == LET b == a + 1
                c == b + 1
            IN b > 0 /\ c + a > 9
Init == x = 0
Next == x' = (x + 1) % 3

Whole == Listed(x)!: /\ Listed(x)!1 /\ Listed(x)!2
InsideLet == Local(x)!1
InsideBoth == Local(x)!2!1 > 3
NextPart == Listed(x')!2
====
