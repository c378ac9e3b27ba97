---- MODULE SpecificationParts ----
EXTENDS Integers
VARIABLE x
vars == <<x>>
Init == x = 0
Next == x' = (x + 1) % 4
Same(F) == F
Both(F, G) == F /\ G
Wrapped == Init /\ Same([][Next]_vars)
Local == LET Steps == [][Next]_vars Start == x = 0 IN Start /\ Steps
Parts == Both(Init, [][Next]_vars) /\ WF_vars(Next)
Stuck == Init
Never == 1 = 2
Trivial == Init /\ Never /\ [][Next]_vars
Impossible == Init /\ 1 = 2 /\ [][Next]_vars
Always(P(_), e) == [](P(e))
Low(e) == e < 3
Lower(e) == e < 4
High == Always(Low, x)
Fine == Always(Lower, x)
Steps(A) == [][A]_vars
Up == Steps(x' > x)
Inner == LET P == x < 3 IN [](P /\ x > -1)
Often == LET P == x = 2 IN []<>P
Low3 == []<>(x = 0) => <>[](x < 4)
OneStep == x' > x
Bounded == Init /\ [][Next]_vars /\ [](x < 3)
BoundedByName == Init /\ [][Next]_vars /\ High
BoundedLater == Init /\ [][Next]_vars /\ ~<>~(x < 3)
====
