---- MODULE RecordsAndSets ----
EXTENDS Integers,FiniteSets
VARIABLE r
Req(t, i) == [tool |-> t, id |-> i]
All == [tool : {"run", "web"}, id : 1..2]
Init == r = <<
  All, Req("run", 1) \in All, Cardinality(All), {q \in All : q.id = 1 /\ q.tool = "run"}, {q.id : q \in All}, [Req("run", 1) EXCEPT !.id = 2] = Req("run", 2), DOMAIN Req("run", 1), [id |-> 1, tool |-> "run"] = Req("run", 1), {Req("run", 1), [id |-> 1, tool |-> "run"]}, SUBSET {Req("web", 2)}
>>
Next == UNCHANGED r
Shown == r = << >>
====
