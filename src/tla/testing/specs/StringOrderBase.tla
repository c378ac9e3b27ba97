---- MODULE StringOrderBase ----
Base == {"base2", "base1"}
Other == {"hotel"}
====
