"""Certificates that somebody has changed, with a digest of their own computed again."""

from __future__ import annotations

import hashlib
import re


def with_own_digest(text: str) -> str:
    """The text with the digest of itself, as an attacker would put it there."""
    (job,) = set(re.findall(r"\bJob ([0-9a-f]{12})\.$", text, re.MULTILINE))
    bare = text.replace(job, "\0job\0")
    return bare.replace("\0job\0", hashlib.sha256(bare.encode()).hexdigest()[:12])
