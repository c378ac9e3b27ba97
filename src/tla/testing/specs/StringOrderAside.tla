---- MODULE StringOrderAside ----
Aside == "aside"
====
