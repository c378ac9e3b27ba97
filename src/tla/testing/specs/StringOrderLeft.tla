---- MODULE StringOrderLeft ----
EXTENDS StringOrderBelow
Left == "left"
====
