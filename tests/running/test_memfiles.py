"""Files in memory: everything in them is read, however little the kernel reads at once."""

import os
from tempfile import TemporaryFile

from hypothesis import given
from hypothesis import strategies as st

from judge.running.memfiles import contents


@given(data=st.binary(max_size=40), size=st.integers(0, 50), most=st.integers(1, 50))
def test_a_file_is_read_to_its_end_or_its_limit(data: bytes, size: int, most: int) -> None:
    with TemporaryFile() as file:
        file.write(data)
        file.flush()
        read = contents(file.fileno(), size, pread=lambda *at: os.pread(at[0], min(at[1], most), at[2]))
    assert read == data[:size]
