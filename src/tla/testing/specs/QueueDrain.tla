---- MODULE QueueDrain ----
\* A queue with a consumer: records, sequences, fairness, and a bound.
EXTENDS Naturals, Sequences
CONSTANTS Items, Room
VARIABLES queue, done, closed
vars == <<queue, done, closed>>
Init == queue = << >> /\ done = {} /\ closed = FALSE
Send(i) == ~closed /\ Len(queue) < Room /\ i \notin done /\ queue' = Append(queue, [item |-> i, size |-> Len(queue)]) /\ UNCHANGED <<done, closed>>
Drain == queue # << >> /\ done' = done \cup {Head(queue).item} /\ queue' = Tail(queue) /\ UNCHANGED closed
Close == closed' = TRUE /\ UNCHANGED <<queue, done>> /\ ~closed
Next == (\E i \in Items : Send(i)) \/ Drain \/ Close
Spec == Init /\ [][Next]_vars
Live == Spec /\ WF_vars(Drain) /\ WF_vars(Close)
Sizes == \A k \in 1..Len(queue) : queue[k].size < Room
NoRepeat == \A j, k \in 1..Len(queue) : j # k => queue[j].item # queue[k].item
Empties == <>[](queue = << >>)
AllDone == <>(done = Items)
====
