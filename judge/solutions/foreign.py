"""Folders in those of programs that hold nothing of their author."""

import os
from pathlib import Path

# What a virtual environment consists of, next to its settings. Its author may have other files there.
ENVIRONMENT_FILE = "pyvenv.cfg"
_ENVIRONMENT = {"bin", "include", "lib", "lib64", "share", "Include", "Lib", "Scripts"}


def name_foreign(folder: Path) -> str:
    """Return what kind of foreign folder this is, as a noun; empty if it may contain programs."""
    if folder.name.startswith("."):
        return "hidden folder"
    if folder.name in ("__pycache__", "node_modules", "site-packages"):
        return f"{folder.name} folder"
    is_environment = folder.name in _ENVIRONMENT and os.path.lexists(folder.with_name(ENVIRONMENT_FILE))
    return "virtual environment folder" if is_environment else ""


def is_foreign(path: Path, root: Path) -> bool:
    """Return whether a path below `root` is in a foreign folder there."""
    folders = (root / above for above in path.relative_to(root).parents)
    return any(name_foreign(folder) for folder in folders if folder != root)
