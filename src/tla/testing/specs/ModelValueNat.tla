---- MODULE ModelValueNat ----
EXTENDS Naturals
CONSTANT A
VARIABLE r
Init == r = <<A \in Nat>>
Next == UNCHANGED r
Shown == r = << >>
====
