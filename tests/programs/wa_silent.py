# judge: {format: text, expect: {"*": WA}}
"""Prints nothing: wrong answer."""
