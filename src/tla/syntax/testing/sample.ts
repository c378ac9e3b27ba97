/** A module of our own that uses every construct of the language; the seed of mutations. */
export const SAMPLE = String.raw`---- MODULE Sample ----
EXTENDS Naturals, Sequences, FiniteSets, TLC
CONSTANTS N, Procs, F(_, _)
ASSUME Sizes == N \in 1 .. 10 /\ Procs # {}
VARIABLES queue, owner, log
vars == <<queue, owner, log>>
(* A comment (* nested *) here *)
Req(p, n) == [from |-> p, size |-> n, tags |-> {"a", "b"}]
Max(S) == CHOOSE x \in S : \A y \in S : x >= y
RECURSIVE Sum(_)
Sum(s) == IF s = <<>> THEN 0 ELSE Head(s) + Sum(Tail(s))
fact[n \in Nat] == IF n = 0 THEN 1 ELSE n * fact[n - 1]
a ++ b == a \cup b
-. a == 0 - a
a ^# == a
Allowed(r) ==
  LET small == r.size =< N
      known == r.from \in Procs
  IN  /\ small
      /\ \/ known
         \/ ~ENABLED UNCHANGED owner
Init ==
  /\ queue = << >>   \* empty
  /\ owner = [p \in Procs |-> 0]
  /\ log \in [1 .. 2 -> SUBSET Procs]
Send(p, n) ==
  /\ Allowed(Req(p, n))
  /\ queue' = Append(queue, Req(p, n))
  /\ owner' = [owner EXCEPT ![p] = @ + 1, ![Max(Procs)] = -1]
  /\ UNCHANGED log
Drop ==
  \E i \in DOMAIN queue, <<x, y>> \in Procs \X Procs :
    /\ x /= y
    /\ queue' = [j \in 1 .. Len(queue) - 1 |-> CASE j < i -> queue[j] [] j >= i -> queue[j + 1]
                   [] OTHER -> queue[j]]
    /\ \/ log' = [log EXCEPT !.f[1] = {z \in @ : z # x}]
       \/ log' = [log EXCEPT ![1, 2] = {<<u, v>> : u \in @, v \in @}]
    /\ owner' = Fold(LAMBDA u, v : u ++ v, +, 0)
Next == (\E p \in Procs, n \in 1 .. N : Send(p, n)) \/ Drop
Spec == Init /\ [][Next]_vars /\ WF_vars(Next) /\ \A p \in Procs : SF_<<queue>>(Drop)
Live == [](queue # <<>> ~> queue = <<>>) /\ <>[]P!Done(1)!2 /\ <<Drop>>_queue
I(x) == INSTANCE Inner WITH v <- x, + <- F
LOCAL INSTANCE Naturals
---- MODULE Inner ----
inner == lab:: TRUE
====
THEOREM Safe == ASSUME NEW p \in Procs PROVE Spec => []Live
<1>1. Init => TRUE
  <2> USE DEF Init, ++
  <2>1. CASE N = 1 BY SMT
  <2> QED BY <2>1 DEF Init
<1>2. PICK q \in Procs : TRUE OBVIOUS
<1> QED BY <1>1, <1>2
last == Max({1, 2}) .. 3
====
`;
