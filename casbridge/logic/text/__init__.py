"""Explanations in words, in the book's notation, as pictures, pages and proofs, and as JSON, written and read back.

    Step, State ──▶ words, drawing, hints ──▶ page
    Explanation ──▶ proofs, documents ──▶ Explanation

Read `vocabulary` and `words`, then any other: each is one way to show an explanation.
"""
