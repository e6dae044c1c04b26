"""A project's table grants what everyone on the machine may read anyway, and nothing else."""

import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from conftest import LIMITS, own_core, skip_where_refused
from helpers import run_judge, table_rows, write_project
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.runs import Ending
from judge.running import grants
from judge.running.keeper_client import KeeperLost, Level
from judge.running.languages import LANGUAGES, toolchains
from judge.running.languages.base import Unready
from judge.running.places import Closed, home_around
from judge.running.programs import Command
from judge.running.runner import Runner
from judge.running.sandbox.seal import GRANTED

CAT = shutil.which("cat") or "/bin/cat"
SECRET = "SECRET-OF-SOMEBODY"


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everyone may enter."""
    with tempfile.TemporaryDirectory() as name:
        if home_around(name):
            pytest.skip("the temporary folder is in a home")
        Path(name).chmod(0o755)
        yield Path(name).resolve()


def make_secret(place: Path, mode: int = 0o600) -> Path:
    path = place / "secret"
    path.write_text(SECRET)
    path.chmod(mode)
    return path


def refused(path: str) -> str:
    found = grants.identify(path)
    command = Command(argv=(CAT,), public=(found,)) if found else Command(argv=(CAT,))
    return grants.refusal(command, Closed())


# The law


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from([0o755, 0o750, 0o711, 0o705]), min_size=1, max_size=3),
    st.lists(st.sampled_from([0o644, 0o640, 0o604, 0o600]), min_size=1, max_size=3),
)
def test_a_file_is_granted_only_if_every_mode_on_its_way_lets_everyone_read_it(
    place: Path, folders: list[int], files: list[int]
) -> None:
    with tempfile.TemporaryDirectory(dir=place) as name:
        top = Path(name)
        top.chmod(0o755)
        folder = top
        for number, _ in enumerate(folders):
            folder /= f"folder{number}"
            folder.mkdir()
        for number, mode in enumerate(files):
            (folder / str(number)).touch()
            (folder / str(number)).chmod(mode)
        for above, mode in zip(reversed([folder, *folder.parents][: len(folders)]), folders, strict=True):
            above.chmod(mode)
        entered = all(mode & 0o001 for mode in folders)
        listed = all(mode & 0o005 == 0o005 for mode in folders)
        for number, mode in enumerate(files):
            is_granted = not refused(str(folder / str(number)))
            assert is_granted is (entered and bool(mode & 0o004))
        is_granted = not refused(str(top / "folder0"))
        assert is_granted is (listed and all(mode & 0o004 for mode in files))


def test_a_link_is_granted_as_what_it_leads_to(place: Path) -> None:
    (place / "link").symlink_to(make_secret(place))
    assert "not everyone may read" in refused(str(place / "link"))
    (place / "secret").chmod(0o644)
    assert refused(str(place / "link")) == ""


def test_links_in_a_granted_folder_do_not_count(place: Path) -> None:
    (place / "folder").mkdir()
    (place / "folder" / "link").symlink_to(make_secret(place))
    assert refused(str(place / "folder")) == ""


def test_what_is_no_file_is_not_granted_nor_a_folder_that_holds_it(place: Path) -> None:
    os.mkfifo(place / "pipe", 0o644)
    (place / "pipe").chmod(0o644)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place / "socket"))
        (place / "socket").chmod(0o777)
        for name in ("pipe", "socket", "."):
            assert "neither a file nor a folder" in refused(str(place / name))


def test_a_folder_that_changes_is_looked_at_again(place: Path) -> None:
    assert refused(str(place)) == ""
    make_secret(place)
    assert refused(str(place)).endswith(f"{place}/secret, which not everyone may read")


@pytest.mark.parametrize(
    "path", ["/proc/self/environ", "/proc", "/sys/kernel", "/dev/zero", "/run", "/root", "/home", "~"]
)
def test_places_of_users_and_of_the_kernel_are_never_granted(path: str) -> None:
    assert "cannot be run without opening" in refused(os.path.expanduser(path))  # noqa: PTH111


def test_what_is_not_there_opens_nothing(place: Path) -> None:
    assert refused(str(place / "nothing")) == ""


def test_a_folder_with_too_many_files_is_not_looked_through(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grants, "MOST_ENTRIES", 2)
    for name, is_granted in (("a", True), ("b", True), ("c", False)):
        (place / name).touch(0o644)
        os.utime(place)
        assert (refused(str(place)) == "") is is_granted


# The keeper, which looks again


@pytest.fixture(params=["default", "strict"])
def sealed(request: pytest.FixtureRequest) -> Iterator[Runner]:
    level: Level = request.param
    with Runner(core=own_core(), level=level) as runner:
        skip_where_refused(runner)
        yield runner


def swapped_for_a_file(secret: Path) -> None:
    Path(shutil.copy2(secret, secret.parent / "other")).rename(secret)


def swapped_for_a_link(secret: Path) -> None:
    secret.rename(secret.parent / "other")
    shutil.copy2(secret.parent / "other", secret.parent / "another")
    secret.symlink_to("another")


def swapped_on_the_way(secret: Path) -> None:
    secret.parent.rename(secret.parent.parent / "before")
    shutil.copytree(secret.parent.parent / "before", secret.parent.parent / "other")
    secret.parent.symlink_to("other")


@pytest.mark.parametrize(
    ("granted", "swap", "is_read"),
    [
        pytest.param("folder/secret", lambda secret: None, True, id="nothing"),
        pytest.param("folder/secret", lambda secret: secret.chmod(0o640), False, id="mode of a file"),
        pytest.param("folder/secret", swapped_for_a_file, False, id="file"),
        pytest.param("folder/secret", swapped_for_a_link, False, id="file for a link"),
        pytest.param("folder/secret", swapped_on_the_way, False, id="folder for a link"),
        pytest.param("folder", lambda secret: None, True, id="nothing in a folder"),
        pytest.param("folder", lambda secret: secret.parent.chmod(0o751), False, id="mode of a folder"),
    ],
)
@pytest.mark.parametrize("is_build", [False, True])
def test_what_changed_after_the_first_look_is_not_granted(
    sealed: Runner, place: Path, granted: str, swap: Callable[[Path], None], is_read: bool, is_build: bool
) -> None:
    (place / "folder").mkdir(mode=0o755)
    (place / "box").mkdir()
    secret = make_secret(place / "folder", 0o644)
    grant = grants.identify(str(place / granted))
    assert grant
    command = Command(argv=(CAT, str(secret)), public=(grant,))
    assert sealed.refusal(command) == ""
    swap(secret)
    if is_build:
        run = sealed.build(command, writable=place / "box", limits=LIMITS)
    else:
        run = sealed.run(command, b"", LIMITS)
    assert (run.ending, run.stdout) == (Ending.FINISHED, SECRET.encode() if is_read else b"")


# A project

AWK = '[tool.judge.languages.awk]\nsuffixes = [".awk"]\nrun = "awk -f {folder}/{file}"\n'


@pytest.mark.skipif(not shutil.which("awk"), reason="awk is not installed")
@pytest.mark.parametrize("read", ["/etc/shadow", "/etc/ssl/private", "/proc/1/environ"])
def test_no_table_reads_the_systems_secrets(tmp_path: Path, read: str) -> None:
    if not Path(read).exists():
        pytest.skip(f"{read} is not there")
    words = f'# judge: {{format: text}}\nBEGIN {{ while ((getline line < "{read}") > 0) print line }}\n'
    root = write_project(tmp_path, solutions={"prints.awk": words})
    (root / "pyproject.toml").write_text(f'{AWK}reads = ["{read}"]\n')
    done = run_judge("run", "--json", "out.json", cwd=root)
    assert table_rows(done.stdout) == ["prints.awk: 1 SK"]
    assert f"without opening {read}" in (root / "out.json").read_text()


def test_a_tool_that_is_asked_for_its_version_reads_no_secret_either(runner: Runner, place: Path) -> None:
    secret = make_secret(place)
    row = replace(LANGUAGES[".pl"], run=("cat", "x"), builds=(), version=(str(secret),), reads=(str(secret),))
    said = toolchains.version(row, runner)
    assert isinstance(said, Unready)
    assert "not everyone may read" in said.message
    secret.chmod(0o644)
    assert toolchains.version(row, runner) == "cat of no known version"


def test_what_comes_with_a_tool_needs_no_grant_of_its_own(
    runner: Runner, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the parts of one that is installed in a home are read."""
    (place / "tool" / "bin").mkdir(parents=True)
    tool = Path(shutil.copy(os.path.realpath(CAT), place / "tool" / "bin" / "cat2"))
    part = place / "tool" / "part"
    part.write_text("1.5")
    part.chmod(0o600)
    monkeypatch.setenv("HOME", str(place))
    row = replace(LANGUAGES[".pl"], run=(str(tool), "x"), builds=(), version=(str(part),), reads=(str(part),))
    assert toolchains.version(row, runner) == "cat2 1.5"


# Closed places among what every program may read


@pytest.mark.parametrize("variable", ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR"])
@pytest.mark.parametrize("granted", [path for path in GRANTED if Path(path).exists()])
def test_no_place_of_the_user_or_the_judge_may_lie_in_what_everyone_reads(
    monkeypatch: pytest.MonkeyPatch, variable: str, granted: str
) -> None:
    if variable == "HOME":
        for other in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(variable, f"{granted}/of/somebody")
    monkeypatch.setattr(tempfile, "gettempdir", lambda: os.environ.get("TMPDIR", "/tmp"))
    for level in ("basic", "default", "strict"):
        with pytest.raises(KeeperLost, match="is among the system's libraries"):
            grants.require_nothing_closed(level, Closed())
    with Runner(core=None) as runner:
        assert runner.run(Command(argv=("/bin/true",)), b"", LIMITS).ending is Ending.LOST


@pytest.mark.parametrize("level", ["default", "strict"])
def test_on_this_machine_no_closed_place_lies_in_what_everyone_reads(level: Level) -> None:
    grants.require_nothing_closed(level, Closed())


@pytest.mark.parametrize("shown", ["/usr", "/opt"])
def test_at_strict_a_home_may_not_lie_in_what_is_shown_either(
    monkeypatch: pytest.MonkeyPatch, shown: str
) -> None:
    monkeypatch.setenv("HOME", f"{shown}/home/somebody")
    grants.require_nothing_closed("default", Closed())
    with nullcontext() if shown == "/opt" else pytest.raises(KeeperLost):
        grants.require_nothing_closed("strict", Closed())
