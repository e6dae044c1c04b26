"""The judge for other programs, which import these names from `judge`; docs/library.md shows examples.

`folders` loads and judges the programs of a folder. `judge` stays open, and judges sources and tests in
memory: `submissions` says what is judged, `orders` checks it, `files` keeps a source on disk while it is
judged, and `reports` has the results.
"""
