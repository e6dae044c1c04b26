# judge: {format: text, expect: {"*": MLE}}
"""Takes memory bit by bit until there is no more: memory limit exceeded."""

hoard = []
while True:
    hoard.append(bytearray(1 << 18))
