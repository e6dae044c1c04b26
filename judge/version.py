"""The version of the judge, which stands in every document and in the key of every result."""

__version__ = "0.1.0"
