"""Making puzzles: from others, by transformations, with canonical forms that tell them apart."""
