---- MODULE Temporal ----
\* Two flags and a counter modulo three: each property holds under one fairness and fails under a weaker one.
EXTENDS Naturals
VARIABLES n, lamp
vars == <<n, lamp>>
Init == n = 0 /\ lamp = "off"
Tick == n' = (n + 1) % 3 /\ UNCHANGED lamp
Switch == n = 2 /\ lamp = "off" /\ lamp' = "on" /\ UNCHANGED n
Off == lamp = "on" /\ lamp' = "off" /\ UNCHANGED n
Next == Tick \/ Switch \/ Off
NextNoOff == Tick \/ Switch
Free == Init /\ [][Next]_vars
Weak == Free /\ WF_vars(Next)
WeakTick == Free /\ WF_vars(Tick)
WeakSwitch == Free /\ WF_vars(Tick) /\ WF_vars(Switch)
StrongSwitch == Free /\ WF_vars(Tick) /\ SF_vars(Switch)
StrongBoth == Free /\ WF_vars(Tick) /\ SF_vars(Switch) /\ SF_vars(Off)
Latch == Init /\ [][NextNoOff]_vars /\ WF_vars(Tick) /\ SF_vars(Switch)
LatchWeak == Init /\ [][NextNoOff]_vars /\ WF_vars(NextNoOff)
Quantified == Free /\ \A a \in {1, 2} : WF_vars(a = 1 /\ Tick)
On == lamp = "on"
EventuallyTwo == <>(n = 2)
EventuallyOn == <>On
AlwaysEventuallyZero == []<>(n = 0)
AlwaysEventuallyOn == []<>On
EventuallyAlwaysOn == <>[]On
EventuallyAlwaysOff == <>[](lamp = "off")
LeadsOn == (n = 2) ~> On
LeadsZero == (n = 1) ~> (n = 0)
Both == AlwaysEventuallyZero /\ AlwaysEventuallyOn
Either == EventuallyAlwaysOff \/ AlwaysEventuallyOn
Implied == AlwaysEventuallyOn => AlwaysEventuallyZero
ImpliedBack == AlwaysEventuallyZero => AlwaysEventuallyOn
NotAlways == ~[](lamp = "off")
Equivalent == []<>On <=> <>On
StepProperty == [][n' # n => n' = (n + 1) % 3]_vars
StepPropertyBad == [][lamp' = lamp]_vars
AlwaysType == [](n \in 0..2)
AlwaysTypeBad == [](n \in 0..1)
InitProperty == n = 0
InitPropertyBad == n = 1
AngleStep == []<><<Tick>>_vars
AngleSwitch == []<><<Switch>>_vars
ManyLeads == \A k \in 0..2 : (n = k) ~> (n = (k + 1) % 3)
ManyLeadsBad == \A k \in 0..2 : (n = k) ~> (On /\ n = k)
SomeAlways == \E k \in 0..2 : []<>(n = k /\ On)
EnabledOften == []<>(ENABLED Switch)
EnabledForever == <>[](ENABLED Switch)
FairnessAsProperty == WF_vars(Tick)
FairnessAsPropertyStrong == SF_vars(Switch)
SpecAsProperty == Free
SpecAsPropertyNarrow == Init /\ [][Tick]_vars
ConstantFalseProperty == 1 = 2
====
