"""Files of records: lines, arrays and tables, and what is wrong with a file."""

import bz2
import gzip
import json
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.packages.datasets import records
from judge.packages.datasets.records import Record, read_records
from judge.platform.errors import FormatError, InputErrors, UsageError

ROWS = [{"id": "a", "n": [1]}, {"id": "b", "n": []}]


def read(path: Path) -> list[tuple[int, object]]:
    return [(record.number, record.decode(dict)) for record in read_records(path)]


def test_lines_are_counted_with_the_blank_ones(tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text(f"{json.dumps(ROWS[0])}\n\n{json.dumps(ROWS[1])}")
    assert read(file) == [(1, ROWS[0]), (3, ROWS[1])]


def test_an_array_has_records(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_text(f"\n {json.dumps(ROWS)}")
    assert read(file) == [(1, ROWS[0]), (2, ROWS[1])]


def test_a_mark_of_the_byte_order_is_no_part_of_the_first_record(tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS), encoding="utf-8-sig")
    assert read(file) == [(1, ROWS[0]), (2, ROWS[1])]
    file.write_text(f"\n{json.dumps(ROWS)}", encoding="utf-8-sig")
    assert read(file) == [(1, ROWS[0]), (2, ROWS[1])]
    file.write_text("", encoding="utf-8-sig")
    assert read(file) == []


@pytest.mark.parametrize(
    ("pack", "message"),
    [
        (gzip.compress, "a gzip file: unpack it (gunzip)"),
        (bz2.compress, "a bzip2 file: unpack it (bunzip2)"),
        (lzma.compress, "a xz file: unpack it (unxz)"),
        (lambda data: b"\x28\xb5\x2f\xfd\0\1" + data, "a zstd file: unpack it (unzstd)"),
        (lambda data: b"PK\3\4\x14" + data, "a ZIP file: unpack it (unzip)"),
    ],
    ids=["gzip", "bzip2", "xz", "zstd", "ZIP"],
)
def test_a_packed_file_is_named(pack: Callable[[bytes], bytes], message: str, tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    file.write_bytes(pack(b'{"id": "a"}\n' * 9))
    with pytest.raises(InputErrors) as raised:
        read(file)
    wanted = "expected JSON lines, a JSON array, or Parquet"
    assert str(raised.value) == f"{file}: {wanted}, got {message}"


def test_a_table_has_records(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "set.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(ROWS * 20), file)
    assert read(file) == list(enumerate(ROWS * 20, 1))
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(InputErrors, match="expected a whole Parquet file"):
        read(file)


def test_without_the_extra_a_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    file = tmp_path / "set.parquet"
    file.write_bytes(b"PAR1")
    with pytest.raises(UsageError, match=r"expected pyarrow, which reads .*, got none: pip install"):
        read(file)


def test_a_long_line_is_at_fault_and_the_next_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "RECORD_BYTES", 100)
    file = tmp_path / "set.jsonl"
    file.write_text(f'{{"a": "{"x" * 1000}"}}\n{json.dumps(ROWS[0])}\n')
    first, second = read_records(file)
    with pytest.raises(FormatError, match="expected at most 100 bytes, got more"):
        first.decode(dict)
    assert str(first.fault_of(file, FormatError(0, "x"))) == f"{file}:1: x"
    assert second.decode(dict) == ROWS[0]


def test_a_long_array_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "RECORD_BYTES", 10)
    file = tmp_path / "set.json"
    file.write_text(json.dumps(ROWS))
    with pytest.raises(InputErrors, match="bytes, more than the limit of 10; write one record a line"):
        read(file)


def test_a_file_that_is_none_is_at_fault(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing", tmp_path / "\0"):
        with pytest.raises(InputErrors, match="expected a file that can be read"):
            read(path)
    (tmp_path / "half.json").write_text("[1, ")
    with pytest.raises(InputErrors, match=r"half\.json: expected JSON"):
        read(tmp_path / "half.json")


def test_a_record_of_an_array_is_named_by_its_position(tmp_path: Path) -> None:
    fault = Record(3, b"1", is_line=False).fault_of(tmp_path, FormatError(0, "expected x, got y"))
    assert str(fault) == f"{tmp_path}: record 3: expected x, got y"
