---- MODULE Logic ----
VARIABLE r
P(a, b) == a => b
Init == r = <<
  TRUE /\ FALSE, TRUE \/ FALSE, ~TRUE, \neg FALSE, \lnot TRUE, TRUE => FALSE, FALSE => TRUE,
  TRUE <=> FALSE, FALSE \equiv FALSE, TRUE \land TRUE, FALSE \lor FALSE,
  P(TRUE, TRUE), P(TRUE, FALSE), BOOLEAN, TRUE \in BOOLEAN, ~ ~TRUE, ~TRUE \/ TRUE, ~(TRUE \/ TRUE)
>>
Next == UNCHANGED r
Shown == r = << >>
====
