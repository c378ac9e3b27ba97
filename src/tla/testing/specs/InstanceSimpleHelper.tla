---- MODULE InstanceSimpleHelper ----
LOCAL INSTANCE Naturals
LOCAL Hidden(x) == x + x
Twice(x) == Hidden(x)
====
