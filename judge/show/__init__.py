"""What the screen says: tables of verdicts, failures with their bytes, progress."""

from judge.show.diffs import diff, hexadecimal
from judge.show.failures import failure, failures, skips, whole
from judge.show.forecast import Planned
from judge.show.progress import Progress, progress
from judge.show.screen import (
    open_console,
    show_bytes,
    show_catalogue,
    show_measured,
    show_mistakes,
    show_mutants,
    show_piece,
    show_revisions,
    show_run,
    show_talk,
    show_unready,
    show_whole,
    summary,
)
from judge.show.tables import matrix_of, verdict_table

__all__ = [
    "Planned",
    "Progress",
    "diff",
    "failure",
    "failures",
    "hexadecimal",
    "matrix_of",
    "open_console",
    "progress",
    "show_bytes",
    "show_catalogue",
    "show_measured",
    "show_mistakes",
    "show_mutants",
    "show_piece",
    "show_revisions",
    "show_run",
    "show_talk",
    "show_unready",
    "show_whole",
    "skips",
    "summary",
    "verdict_table",
    "whole",
]
