"""Writes the files of a package into a new folder or ZIP: all of them, or none."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from judge.packages.layout import taken
from judge.platform.errors import Fault, InputErrors
from judge.platform.files import Content, pieces
from judge.platform.writing import move_new


def write_package(files: Mapping[str, Content], package: Path) -> None:
    """Write all files, to a ZIP if the name ends with `.zip`.

    Raises InputErrors if the package exists or cannot be written.
    """
    try:
        if package.is_symlink() or package.exists():
            raise InputErrors((taken(package),))
        if not package.absolute().parent.is_dir():
            raise _fault(package, "expected a folder to create it in, got none")
        with TemporaryDirectory(dir=package.absolute().parent, prefix=".judge-") as place:
            stage = Path(place, package.name)
            write = _write_zip if package.suffix == ".zip" else _write_folder
            write(files, stage)
            move_new(stage, package)
    except OSError as error:
        raise _fault(package, f"expected a path that can be written, got: {error.strerror}") from None


def _write_folder(files: Mapping[str, Content], folder: Path) -> None:
    folder.mkdir()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.writelines(pieces(content))


def _write_zip(files: Mapping[str, Content], path: Path) -> None:
    """Write a ZIP with the same bytes each time. Its entries have the oldest date that a ZIP knows."""
    with ZipFile(path, "x", compression=ZIP_DEFLATED) as zipped:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            with zipped.open(entry, "w", force_zip64=True) as file:
                file.writelines(pieces(content))


def _fault(package: Path, message: str) -> InputErrors:
    return InputErrors((Fault(package, 0, message),))
