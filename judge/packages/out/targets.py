"""The kinds of packages that problems can be exported as."""

from collections.abc import Callable, Mapping

from judge.packages.out.cms import to_cms
from judge.packages.out.dmoj import to_dmoj
from judge.packages.out.folder import to_folder
from judge.packages.out.icpc import to_icpc
from judge.packages.out.kattis import to_kattis
from judge.packages.out.library_checker import to_library_checker
from judge.packages.out.parts import ExportedPackage
from judge.packages.out.polygon import to_polygon
from judge.packages.out.problem import Problem

TARGETS: Mapping[str, Callable[[Problem], ExportedPackage]] = {
    "kattis": to_kattis,
    "icpc": to_icpc,
    "polygon": to_polygon,
    "cms": to_cms,
    "dmoj": to_dmoj,
    "library-checker": to_library_checker,
    "folder": to_folder,
}
# Tools and sites, and the format that they read.
OTHER_NAMES: Mapping[str, str] = {
    "domjudge": "kattis",
    "problemtools": "kattis",
    "bapctools": "icpc",
    "codeforces": "polygon",
    "rbx": "polygon",
    "task-maker": "cms",
    "yosupo": "library-checker",
}
