"""A local judge for competitive programming."""

__version__ = "0.1.0"
