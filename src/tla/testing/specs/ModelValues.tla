---- MODULE ModelValues ----
\* Model values equal themselves only, and compare with anything.
EXTENDS Naturals, FiniteSets, TLC
CONSTANTS A, B, S, T
VARIABLE r
Init == r = << A, B, A = B, A = A, A = 1, A = "A", A \in S, B \in S, S, T, S \cup T, Cardinality(S \cup {A, B}), {A, 1, B, 2},
  A = {A}, A = <<A>>, [x \in S |-> x = A], (A :> 1 @@ B :> 2), CHOOSE x \in {B, A} : TRUE, {<<A, 1>>, <<B, 0>>}, A \in {1, 2}, ToString(A), DOMAIN [x \in S |-> 1], [S -> {0}], S \X {A} >>
Next == UNCHANGED r
Shown == r = << >>
====
