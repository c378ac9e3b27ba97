---- MODULE ConflictCircCirc ----
EXTENDS Integers,Sequences,TLC
VARIABLE r
Init == r = <<
  <<1>> \o <<2>> \circ <<3>>
>>
Next == UNCHANGED r
Shown == r = << >>
====
