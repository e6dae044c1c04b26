"""Names that packages allow."""

import re
from pathlib import PurePosixPath

from hypothesis import given
from hypothesis import strategies as st

from judge.packages.out.names import make_distinct

ALLOWED = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}")
PARTS = st.sampled_from(["a", "A", "a b", "a_b", "ä", "-x", ".x", "x" * 300, "testdata", "1.in"])
NAMES = st.lists(st.lists(PARTS, min_size=1, max_size=3).map("/".join), unique=True)


@given(NAMES)
def test_each_name_is_allowed_and_no_other_has_it_nor_is_it_a_folder_of_others(names: list[str]) -> None:
    found = make_distinct(names)
    assert found.keys() == {*names}
    paths = [PurePosixPath(path) for path in found.values()]
    assert all(ALLOWED.fullmatch(part) for path in paths for part in path.parts)
    folders = {above for path in paths for above in path.parents}
    assert len({*paths}) == len(paths)
    assert not folders & {*paths}


@given(NAMES)
def test_a_name_that_is_allowed_and_clashes_with_none_stays(names: list[str]) -> None:
    plain = [f"{number}.x" for number, _ in enumerate(names)]
    assert make_distinct(plain) == dict(zip(plain, plain, strict=True))


def test_no_test_is_called_as_the_sheet_of_its_folder() -> None:
    assert make_distinct(["secret/testdata", "secret/test_group"]) == {
        "secret/testdata": "secret/testdata-2",
        "secret/test_group": "secret/test_group-2",
    }
