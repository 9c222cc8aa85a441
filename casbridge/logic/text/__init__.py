"""Explanations in words, pictures, pages and JSON."""
