---- MODULE StringOrder ----
\* TLC orders strings by first appearance: configuration, names of the modules, then literals of extended modules before this one's.
EXTENDS StringOrderBase
CONSTANTS Late, Early
VARIABLE result
Pick(set) == CHOOSE element \in set : TRUE
zulu == 1
Init == result = << Pick({"alpha", "zulu"}), Pick({"mike", "kilo"}), Pick(Late), Pick({"nn2", "nn1"} \cup Late), Pick(Base), Pick({"oscar", "hotel"}), Pick({"result", "Pick"}),
  [zulu |-> 1, alpha |-> 2], {"nn2", "alpha", "kilo", "mike", "zulu", "base2", "Early"} >>
Next == UNCHANGED result
Shown == result = << >>
====
