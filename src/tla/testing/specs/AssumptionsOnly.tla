---- MODULE AssumptionsOnly ----
\* No variables: TLC evaluates the assumptions and stops.
EXTENDS Naturals, TLC
CONSTANT K
ASSUME K \in 1..5
ASSUME PrintT(<<"K", K>>)
====
