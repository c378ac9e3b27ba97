---- MODULE OverridesBase ----
EXTENDS Naturals
BaseStep == 1
BaseLimit == BaseStep + 3
====
