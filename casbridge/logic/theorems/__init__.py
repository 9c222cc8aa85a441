"""The theorems of deduction, one module each."""
