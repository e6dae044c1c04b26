"""Writes the files of a package into a new folder: all of them, or none."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.packages.layout import taken
from judge.platform.errors import Fault, InputErrors
from judge.platform.files import Content, pieces
from judge.platform.writing import move_new


def write_package(files: Mapping[str, Content], folder: Path) -> None:
    """Write all files. Raises InputErrors if the folder exists or a file cannot be written."""
    try:
        if folder.is_symlink() or folder.exists():
            raise InputErrors((taken(folder),))
        if not folder.absolute().parent.is_dir():
            raise _fault(folder, "expected a folder to create it in, got none")
        with TemporaryDirectory(dir=folder.absolute().parent, prefix=".judge-") as place:
            stage = Path(place, folder.name)
            stage.mkdir()
            for name, content in files.items():
                path = stage / name
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("xb") as file:
                    file.writelines(pieces(content))
            move_new(stage, folder)
    except OSError as error:
        raise _fault(folder, f"expected a folder that can be written, got: {error.strerror}") from None


def _fault(folder: Path, message: str) -> InputErrors:
    return InputErrors((Fault(folder, 0, message),))
