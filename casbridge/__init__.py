"""casbridge: one statement of a puzzle or a polynomial system, several computer algebra systems, one verdict."""
