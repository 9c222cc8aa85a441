"""Explanations in words, in the book's notation, as pictures, pages and proofs, and as JSON, written and read back.

    Step, State ──▶ words, highlights ──▶ drawing ──▶ page
    Explanation ──▶ proofs, documents ──▶ Explanation

Read `words`, then any other: each is one way to show an explanation.
"""
