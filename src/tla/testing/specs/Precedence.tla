---- MODULE Precedence ----
EXTENDS Integers,Sequences
VARIABLE r
\* Each line would give another value under another precedence.
Init == r = <<
  ~FALSE /\ FALSE, ~(FALSE /\ FALSE),
  TRUE \/ TRUE => FALSE, FALSE => FALSE /\ FALSE, FALSE => (FALSE => FALSE),
  1 + 2 = 3 /\ 2 * 2 = 4, 1 \in {1} /\ 2 \in {2}, 1 + 1 \in {2}, {1} \cup {2} = {1, 2},
  {1, 2} \ {2} = {1}, {1} \cup {2} \subseteq {1, 2}, <<1>> \o <<2>> = <<1, 2>>,
  2 * 2 ^ 3, -2 ^ 2, -1 + 2, 2 - -1, 10 - 2 - 3, (12 \div 2) \div 3, 2 + (3 % 2),
  IF TRUE THEN 1 ELSE 2 + 10, 5 + IF FALSE THEN 1 ELSE 2, \A x \in {1} : x = 1 /\ TRUE,
  (\E x \in {1, 2} : x = 2) => FALSE, \E x \in {1, 2} : x = 2 => FALSE,
  TRUE <=> (FALSE <=> FALSE), ~ 1 = 2, ~ 1 \in {2}, DOMAIN <<4, 5>> \cup {9}
>>
Next == UNCHANGED r
Shown == r = << >>
====
