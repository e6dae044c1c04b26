"""Bytes against bytes: each mistake with its name, its places and its mend. It explains and never decides.

Others use `diagnosis.explain`, `diagnosis.sentence` and `table.MISTAKES`.
"""
