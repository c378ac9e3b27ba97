---- MODULE UnicodeSpellings ----
EXTENDS Integers, Sequences
VARIABLE r
F(x) ≜ x ∈ 1‥3 ∧ x ≠ 2
G ≜ ⟨1, 2⟩ ∘ ⟨3⟩
Init ≜ r = ⟨ F(1), F(2), G, ¬TRUE, TRUE ∨ FALSE, TRUE ⇒ FALSE, TRUE ≡ FALSE, {1} ∪ {2}, {1, 2} ∩ {2}, {1} ⊆ {1, 2}, ∀ x ∈ {1} : x = 1, ∃ x ∈ {1} : x = 2, 3 ≤ 3, 3 ≥ 4, 4 ∉ {4} ⟩
Next ≜ UNCHANGED r
Shown ≜ r = ⟨⟩
====
