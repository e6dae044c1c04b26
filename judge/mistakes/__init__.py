"""Compare an output with the answer: name each mistake, say where it is and how to fix it. Never decides.

`mine` and `ours` are of the answer, `theirs` and `others` of the output. A stretch of the answer is `[a:b]`,
one of the output `[i:j]`.

Others use `diagnosis.explain`, `diagnosis.summarize` and `table.MISTAKES`.
"""
