"""Signatures of functions: their text, the types of arguments and answers, and what of JSON fits these.

Others use `parser.signature_of` and what it makes, `signature.Signature`, whose text is the name of a format.
"""
