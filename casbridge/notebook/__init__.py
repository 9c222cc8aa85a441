"""What a notebook shows of values: systems and series as formulas, scripts as code, verdicts with their witness.

    value ──_repr_html_──▶ drawings ──▶ forms ──▶ Fragment (parts: facts, tables, code, pictures)
                                          │           └──templates/html/value.html.j2──▶ HTML
                                          ├── formulas       polynomials in HTML
                                          └── highlighting   the text of a script

Puzzles, solutions, explanations and studies are drawn by their own rooms. A fragment needs no network, no script and no
other file, and shows the theme of the page around it. Text from a user is escaped by the template, or here where a
formula or code is made. The size of a fragment is bounded, also for very large values.

Read `forms`, then `formulas` and `highlighting`.
"""
