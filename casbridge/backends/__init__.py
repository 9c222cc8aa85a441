"""Backends: one module per computer algebra system, the registry, and what runs external programs within limits."""
