---- MODULE UnlistedUnions ----
EXTENDS Integers, Sequences
VARIABLE x
R == [kind: {"a"}, val: {TRUE, FALSE}]
Q == [kind: {"b"}, val: Seq({1, 2})]
Init == x \in R \/ x \in {[kind |-> "b", val |-> <<1>>]}
Next == UNCHANGED x
Typed == x \in {0} \cup R \cup Q
Either == x \in R \cup [kind: {"b"}, val: {<<1>>}]
Named == /\ Nat # Int /\ Nat = Nat /\ 3 \in UNION {Nat, Int} /\ -1 \in Int \cup STRING
         /\ {Nat} # {Int} /\ {} \subseteq 1
TupleInRecords == <<1>> \in [a: {1}]
StringFirst == "a" \in STRING \cup {1}
NumberLast == 1 \in STRING \cup {1}
Listed == R \cup Q = {}
====
