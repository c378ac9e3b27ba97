---- MODULE LabelledParts ----
\* Parts of formulas by their labels, with arguments for parameters and for the bound variables around them.
EXTENDS Integers
VARIABLE x
Above(n) == /\ first:: x >= 0
            /\ \A i \in 1..2 : each(i):: x + i > n
Plain == (whole:: x \in 0..2) /\ (\E y \in {x}, z \in {1} : sum(y, z):: y + z < 4)
Init == x = 0
Next == x' = x + 1 /\ x < 2
Known == /\ Above(9)!first /\ Above(0)
         /\ Above(x)!each(1) /\ ~Above(5)!each(2)
         /\ Plain!whole /\ Plain!sum(1, 2) /\ ~Plain!sum(x, 4)
Wrong == Above(2)!each(1)
====
