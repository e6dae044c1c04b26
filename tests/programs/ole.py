# judge: {format: text, expect: {"*": OLE}}
"""Prints without end: output limit exceeded."""

while True:
    print("and more " * 1000)
