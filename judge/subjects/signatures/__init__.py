"""Signatures of functions: their text, the types of arguments and answers, and their values as JSON.

The interface is `parser.parse_signature`, which returns a `signature.Signature`. Its text is the name of a
format.
"""
