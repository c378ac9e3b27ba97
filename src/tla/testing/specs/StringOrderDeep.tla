---- MODULE StringOrderDeep ----
\* The strings of a module follow those of what it extends or instantiates, in the order in which the modules are processed.
EXTENDS StringOrderLeft, StringOrderRight
VARIABLE picked
Least(set) == CHOOSE element \in set : TRUE
Init == picked = <<Least({"own", "left"}), Least({"left", "right"}), Least({"right", "below"}), Least({"left", "below"}), Least({"right", "aside"}),
  Least({"aside", "left"}), Least({"aside", "below"}), Least({"aside", "own"})>>
Next == UNCHANGED picked
Shown == picked = <<>>
====
