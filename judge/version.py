"""The version of the judge, which stands in every document and in the key of every result."""

__version__ = "1.0.0"
