"""Bytes against bytes: each mistake with its name, its places and its mend. It explains and never decides.

`mine` and `ours` are of the answer, `theirs` and `others` of the output; a stretch of the answer is `[a:b]`,
one of the output `[i:j]`.

Others use `diagnosis.explain`, `diagnosis.sentence` and `table.MISTAKES`.
"""
