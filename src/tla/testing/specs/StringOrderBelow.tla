---- MODULE StringOrderBelow ----
Below == "below"
====
