---- MODULE StringOrderRight ----
Right == "right"
Aside == INSTANCE StringOrderAside
====
