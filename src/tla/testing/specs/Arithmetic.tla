---- MODULE Arithmetic ----
EXTENDS Integers
VARIABLE r
\* Floor division and the sign of the remainder.
Init == r = <<
  7 \div 2, (-7) \div 2, -7 \div 2, 7 % 2, (-7) % 2, -7 % 2,
  0 \div 5, 0 % 5, 6 \div (3 * 2), 10 - 3 - 2, 2 ^ 10, 2 ^ 0, (-2) ^ 3, -(-4),
  2 * 3 + 4, 2 + 3 * 4, 7 - -2, (10 % 4) * 2, 2147483647, -2147483647 - 1
>>
Next == UNCHANGED r
Shown == r = << >>
====
