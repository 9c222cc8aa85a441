"""Theorems of plane geometry by Wu's method."""
