---- MODULE Strings ----
VARIABLE r
Init == r = <<
  "", "a b", "its", "quote \" backslash \\ end", "tab\tnew\nline", "a" = "A", {"b", "a", "c"}, "x" \in {"x"}, "@!@!@", "/\\ x = 1", "<<1>>", "null", "__proto__"
>>
Next == UNCHANGED r
Shown == r = << >>
====
