"""Wu's method: characteristic sets and series."""

from casbridge.charset.chains import Chain, PointChain
from casbridge.charset.split import SplitSeries

__all__ = ["Chain", "PointChain", "SplitSeries"]
