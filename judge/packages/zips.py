"""Foreign ZIPs, unpacked within bounds. Any error is reported in a single line."""

import os
import stat
import struct
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from judge.platform.errors import InputErrors, counted, fault_at, printable, quoted
from judge.platform.files import stored

PLAIN = "a file or a folder, got a link or a device"

# The bounds of a ZIP. A folder may hold as many files behind links to folders.
MOST_BYTES = 4 << 30
MOST_FILES = 100_000
_CHUNK_BYTES, _PACKED_BYTES = 1 << 20, 1 << 12
# The flag of an entry whose name is UTF-8.
_UTF8 = 0x800
# An extra field begins with its kind and length; an extended time with flags, the first for this time.
_FIELD, _EXTENDED_TIME, _MODIFIED = struct.Struct("<HH"), 0x5455, struct.Struct("<Bi")


def unpack(source: Path, place: Path) -> list[str]:
    """Write the files and folders of a ZIP into a folder, but no links. Return the names of these.

    Raises InputErrors with one line for any error.
    """

    def fail(message: str, name: str = "") -> InputErrors:
        return fault_at(source / name, message)

    with ExitStack() as opened:
        with _reading(source):
            stored(source)  # rejects a pipe, which would block
            archive = opened.enter_context(zipfile.ZipFile(source))
        infos = archive.infolist()
        for info in infos:
            _decode_name(info)
        if len(infos) > MOST_FILES:
            raise fail(f"expected at most {counted(MOST_FILES, 'file')}, got {len(infos)}")
        size = sum(info.file_size for info in infos)
        if size > MOST_BYTES:
            raise fail(f"expected at most {MOST_BYTES >> 30} GiB in it, got {size / (1 << 30):.1f}")
        seen: set[str] = set()
        links: list[str] = []
        for info in infos:
            name = printable(info.filename)
            shown = name.strip("/") or "?"
            if wrong := _reject_entry(info) or ("each file once, got it again" if name in seen else ""):
                raise fail(f"expected {wrong}", shown)
            seen.add(name)
            if stat.S_ISLNK(info.external_attr >> 16):
                links.append(shown)
            elif info.is_dir():
                with _writing(source / shown):
                    (place / info.filename).mkdir(parents=True, exist_ok=True)
            else:
                _write(_read_pieces(archive, info, source / shown), place / info.filename, source / shown)
                _set_time(place / info.filename, info)
    return links


def _decode_name(info: zipfile.ZipInfo) -> None:
    """Take a name for UTF-8 if it can be: Info-ZIP on Linux does not say so, and Python reads it as cp437."""
    if not info.flag_bits & _UTF8:
        with suppress(UnicodeError):
            info.filename = info.filename.encode("cp437").decode()


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn any error from reading a ZIP into one line: damaged bytes raise errors of four libraries."""
    try:
        yield
    except Exception as error:
        reason = getattr(error, "strerror", None)
        fault = f"a ZIP, got a fault: {str(error) or type(error).__name__}"
        message = f"expected a folder or {f'a ZIP that can be read, got: {reason}' if reason else fault}"
        raise fault_at(path, message) from None


def _reject_entry(info: zipfile.ZipInfo) -> str:
    """Return the expectation that an entry breaks, empty for a plain file or folder inside the ZIP."""
    name, mode = info.filename, info.external_attr >> 16
    parts = name.rstrip("/").split("/")
    if "\\" in name or name.startswith("/") or not parts or any(part in ("", ".", "..") for part in parts):
        return f"a path that stays in the ZIP, got {quoted(name)}"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK):
        return PLAIN
    return ""


def _read_pieces(archive: zipfile.ZipFile, info: zipfile.ZipInfo, shown: Path) -> Iterator[bytes]:
    """Yield the bytes of a file in a ZIP, in order, at most as many as the ZIP states. Raises InputErrors."""
    # zipfile unpacks all the bzip2 and LZMA that it reads, and one byte may become 20,000.
    is_bounded = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    size = _CHUNK_BYTES if is_bounded else _PACKED_BYTES
    with ExitStack() as opened:
        with _reading(shown):
            packed = opened.enter_context(archive.open(info))
        while True:
            with _reading(shown):
                piece = packed.read(size)
            if not piece:
                return
            yield piece


def _set_time(path: Path, info: zipfile.ZipInfo) -> None:
    """Set when a file was modified, if the ZIP says so: in a zone only where an extended time is stored."""
    with suppress(ValueError, OverflowError, OSError, struct.error):
        modified_s = _read_extended_time(info.extra)
        if modified_s is None:
            modified_s = datetime(*info.date_time).timestamp()
        os.utime(path, (modified_s, modified_s))


def _read_extended_time(extra: bytes) -> float | None:
    """Return the extended timestamp of an entry, in seconds since 1970; None if it has none.

    Source: https://libzip.org/specifications/extrafld.txt
    """
    while len(extra) >= _FIELD.size:
        kind, length = _FIELD.unpack_from(extra)
        data, extra = extra[_FIELD.size : _FIELD.size + length], extra[_FIELD.size + length :]
        if kind == _EXTENDED_TIME and len(data) >= _MODIFIED.size:
            flags, modified_s = _MODIFIED.unpack_from(data)
            if flags & 1:
                return float(modified_s)
    return None


def _write(pieces: Iterator[bytes], path: Path, shown: Path) -> None:
    """Write a new file. Raises InputErrors."""
    with _writing(shown):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.writelines(pieces)


@contextmanager
def _writing(shown: Path) -> Iterator[None]:
    """Turn an error from writing an entry into InputErrors."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a name that the file system cannot encode
        message = f"expected a file that can be unpacked, got: {getattr(error, 'strerror', None) or error}"
        raise fault_at(shown, message) from None
