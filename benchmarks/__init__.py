"""Side-by-side ratios from one run, by hand: `python -m benchmarks NAME`. Never part of the tests.

Every benchmark does whole work (from what a user types to a checked result), alternates between what it compares, and
prints one table of medians: on a shared machine seconds change from run to run, ratios hardly do.
"""
