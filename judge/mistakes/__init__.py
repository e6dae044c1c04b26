"""Bytes against bytes: each mistake with its name, its places and its mend. It explains and never decides.

Everywhere `mine` and `ours` are of the answer, `theirs` and `others` of the output; places in the answer are
`a` and `b`, in the output `i` and `j`.

Others use `diagnosis.explain`, `diagnosis.sentence` and `table.MISTAKES`.
"""
