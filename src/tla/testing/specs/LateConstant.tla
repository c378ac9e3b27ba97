---- MODULE LateConstant ----
EXTENDS Naturals
CONSTANT Limit
VARIABLE x
INSTANCE LateConstantHelper
Three == 3
====
