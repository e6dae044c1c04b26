"""Compare an output with the answer: name each mistake, say where it is and how to fix it. Never decides.

`mine` and `ours` belong to the answer, `theirs` and `others` to the output. A stretch of the answer is
`[a:b]`, a stretch of the output is `[i:j]`.

Other packages use `diagnosis.explain`, `diagnosis.summarize` and `table.MISTAKES`.
"""
