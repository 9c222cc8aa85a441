"""The cells of a layout and their peers, and the quick solver, for logic, making and counting."""
