"""The cells of a layout, which of them must differ, and the quick solver: for logic, making and counting.

    Layout ──board_of──▶ Board (cells, units and peers by number) ──solver_of──▶ Solver ──▶ solutions, known values
    Puzzle ──contradiction──▶ the clues and givens that cannot hold together

Read `peers` (the tables), then `pairs` and `solutions` (propagation and search), and `contradictions`.
"""
