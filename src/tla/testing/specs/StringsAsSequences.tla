---- MODULE StringsAsSequences ----
EXTENDS Sequences,Integers
VARIABLE r
Init == r = <<
  Len(""), Len("four"), "a" \o "b", Tail("abc"), SubSeq("hello", 2, 4), "ab" = "a" \o "b"
>>
Next == UNCHANGED r
Shown == r = << >>
====
