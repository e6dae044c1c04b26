"""Deadlines as ISO 8601, in the local zone unless another is stated."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.platform.moments import parse_deadline
from judge.show.outcome import format_moment


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A local zone that is one hour ahead in winter, and two in summer."""
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize(
    ("text", "moment", "shown"),
    [
        pytest.param("2026-11-30T18:00", "2026-11-30T17:00:00Z", "2026-11-30 18:00", id="winter"),
        pytest.param("2026-06-30 18:00", "2026-06-30T16:00:00Z", "2026-06-30 18:00", id="summer"),
        pytest.param("2026-11-30", "2026-11-30T22:59:59Z", "2026-11-30 23:59", id="the whole day"),
        pytest.param("2026-11-30T18:00Z", "2026-11-30T18:00:00Z", "2026-11-30 19:00", id="UTC"),
        pytest.param("2026-11-30T18:00+09:00", "2026-11-30T09:00:00Z", "2026-11-30 10:00", id="Tokyo"),
        pytest.param("2026-11-30T18:00:30", "2026-11-30T17:00:30Z", "2026-11-30 18:00:30", id="seconds"),
    ],
)
def test_a_deadline_is_local_unless_it_has_a_zone(text: str, moment: str, shown: str) -> None:
    assert parse_deadline(text) == datetime.fromisoformat(moment)
    assert format_moment(parse_deadline(text)) == shown


@pytest.mark.parametrize(
    "text",
    ["", "tomorrow", "18:00", "2026-13-01", "2026-11-30T25:00", "30.11.2026", "1950-01-01", "0001-01-01"],
)
def test_other_words_are_no_deadline(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        parse_deadline(text)


@given(st.datetimes(datetime(1970, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC)))
def test_each_moment_is_the_deadline_that_it_writes(moment: datetime) -> None:
    assert parse_deadline(moment.isoformat()) == moment


@pytest.mark.slow
@given(st.text(max_size=30))
def test_any_text_is_a_deadline_or_an_error_of_one_kind(text: str) -> None:
    try:
        found = parse_deadline(text)
    except ValueError:
        return
    assert found.tzinfo
