---- MODULE NextStateErrors ----
\* What can go wrong in an initial predicate or a next-state relation.
EXTENDS Naturals, Sequences
VARIABLES x, y
Init == x = 0 /\ y = 0
InitUnassigned == x = 0
InitInfinite == x \in Nat /\ y = 0
InitFalse == x = 0 /\ y = 0 /\ x = 1
InitUseBefore == x = y /\ y = 0
InitUseAfter == y = 0 /\ x = y
InitTwice == x = 0 /\ y \in {0, 1} /\ y = x
InitOr == (x = 0 \/ x = 1) /\ y = x
InitExists == \E k \in 1..2 : x = k /\ y \in {k, k + 1}
InitIf == x \in {0, 1} /\ IF x = 0 THEN y = 0 ELSE y \in {1, 2}
InitNotEqual == x # 1 /\ y = 0
InitLess == x < 2 /\ y = 0
InitReverse == 0 = x /\ y = 0
InitFunction == x = 0 /\ y \in [1..2 -> {0, 1}]
InitString == x = "a" /\ y = 0
Step == x < 3 /\ x' = x + 1 /\ y' = y
Unassigned == x < 3 /\ x' = x + 1
UseBefore == x' = y' /\ y' = 1
UseAfter == y' = 1 /\ x' = y'
InfiniteNext == x < 2 /\ x' \in Nat /\ y' = y
InfiniteFiltered == x < 2 /\ y' = y /\ x' \in {k \in 0..2 : k > x}
PrimeReverse == x < 2 /\ x + 1 = x' /\ y' = y
TypeChange == x = 0 /\ x' = "s" /\ y' = y
DomainNext == x < 3 /\ x' = <<1, 2>>[x + 1] /\ y' = y
HeadNext == x' = Head(<<x>>) /\ y' = Head(<< >>)
OrAssigns == x < 2 /\ (x' = x + 1 \/ x' = x + 2) /\ y' = y
ExistsAssigns == x < 2 /\ (\E k \in 1..2 : x' = x + k) /\ y' = y
IfAssigns == IF x < 2 THEN x' = x + 1 /\ y' = y ELSE x' = 0 /\ y' = y + 1 /\ y < 1
CaseAssigns == CASE x = 0 -> x' = 1 /\ y' = y [] x = 1 -> x' = 0 /\ y' = 1 - y [] OTHER -> x' = x /\ y' = y
LetAssigns == LET z == x + 1 IN z < 3 /\ x' = z /\ UNCHANGED y
CheckedTwice == x < 2 /\ x' = x + 1 /\ x' < 2 /\ y' = y
NegatedPrime == x < 2 /\ y' = y /\ ~(x' = 1)
ImpliedAssign == (x < 2 => x' = x + 1) /\ y' = y
ForallAssign == \A k \in {1} : x' = k /\ y' = y
PlusPrime == x < 2 /\ (x + 1)' = x + 2 /\ y' = y
EquivAssign == (TRUE <=> x' = 1) /\ y' = y
Small == x < 100
====
