---- MODULE BagOfAllRefused ----
EXTENDS Bags
VARIABLE r
\* TLC cannot take this operator: the refusal is the verdict.
Rename(x) == "q"
Init == r = <<
  BagOfAll(Rename, SetToBag({"a"}))
>>
Next == UNCHANGED r
Shown == r = << >>
====
