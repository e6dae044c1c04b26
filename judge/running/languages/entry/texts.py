"""The files of this folder that are built with a class or run after it."""

from functools import cache
from pathlib import Path


@cache
def text_of(name: str) -> str:
    return Path(__file__).with_name(name).read_text()
