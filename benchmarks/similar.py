"""Measure which copies `judge similar` finds, and which programs of this project it calls alike.

    python benchmarks/similar.py [--grid] [--keep FOLDER] [--authors FOLDER]

200 copies are made of the programs in solutions/, eight of each; see disguise.py. A copy is found if it is
reported with its original. Two programs are called independent if fewer than 15 % of the lines of code of
either are in the other, too. --grid measures other lengths of grams and windows; the lines above it are of
the ones in use. --keep writes the copies and their originals as a project without tests. --authors compares
only programs below FOLDER, which has a folder for each author; no program is compared with its author's own.
"""

import argparse
import random
import time
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from disguise import disguise

from judge.solutions.similar import winnowing
from judge.solutions.similar.pairs import LEAST_SHARE, LEAST_TOKENS
from judge.solutions.similar.passages import Fingerprinted, find_runs, fingerprint
from judge.solutions.similar.tokens import Token, decode_source, read_tokens

SOLUTIONS = Path(__file__).parents[1] / "solutions"
COPIES = 8
VERBATIM_SHARE = 0.15
_LANGUAGES = {".py": "python", ".cpp": "cpp"}
# Shorter lines, such as `return`, are in all programs.
_LEAST_LETTERS = 8
_Tokens = Mapping[Path, Sequence[Token]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--grid", action="store_true", help="measure other lengths, too")
    parser.add_argument("--keep", type=Path, help="write the programs below this folder")
    parser.add_argument("--authors", type=Path, help="compare the programs of the folders in this one")
    arguments = parser.parse_args()
    if arguments.authors:
        report_authors(arguments.authors)
        return
    sources = read_sources()
    copies = make_copies(sources)
    if arguments.keep:
        keep(arguments.keep, sources, copies)
    originals = {path: tokens_of(source, path) for path, source in sources.items()}
    disguised = [(path, tokens_of(copy, path)) for path, copy in copies]
    alike = [
        (one, other) for one, other in combinations(sources, 2) if not is_independent(sources, one, other)
    ]
    print(f"{len(alike)} of {len(sources) * (len(sources) - 1) // 2} pairs of originals share lines verbatim")
    report(originals, disguised, alike)
    if arguments.grid:
        for winnowing.GRAM_TOKENS in (10, 12, 15, 20, 25, 30):
            for winnowing.WINDOW in (4, 8, 16):
                report(originals, disguised, alike)


def read_sources() -> dict[Path, str]:
    paths = sorted(path for path in SOLUTIONS.rglob("*.*") if path.suffix in _LANGUAGES)
    return {path: decode_source(path.read_bytes()) for path in paths}


def make_copies(sources: Mapping[Path, str]) -> list[tuple[Path, str]]:
    """Return disguised copies, each with the path of its original."""
    return [
        (path, disguise(source, path.suffix, random.Random(seed)))
        for path, source in sources.items()
        for seed in range(COPIES)
    ]


def keep(folder: Path, sources: Mapping[Path, str], copies: Sequence[tuple[Path, str]]) -> None:
    """Write all programs into one folder, the copies under names with a number."""
    folder.mkdir(parents=True, exist_ok=True)
    for path, source in sources.items():
        (folder / path.name).write_text(source)
    for number, (path, copy) in enumerate(copies):
        (folder / f"{path.stem}_{number % COPIES}{path.suffix}").write_text(copy)


def tokens_of(source: str, path: Path) -> list[Token]:
    return read_tokens(source, _LANGUAGES[path.suffix], path.name)


def is_independent(sources: Mapping[Path, str], one: Path, other: Path) -> bool:
    """Return whether the programs share few lines verbatim, without comments and indentation."""
    lines, others = (_list_code(sources[path]) for path in (one, other))
    return max(_share_of(lines, others), _share_of(others, lines)) < VERBATIM_SHARE


def _share_of(lines: Sequence[str], others: Sequence[str]) -> float:
    return sum(line in others for line in lines) / len(lines)


def _list_code(source: str) -> list[str]:
    lines = (line.split("//")[0].split("#")[0].strip() for line in source.split("\n"))
    return [line for line in lines if len(line) >= _LEAST_LETTERS]


def report(
    originals: _Tokens, disguised: Sequence[tuple[Path, Sequence[Token]]], alike: Sequence[tuple[Path, Path]]
) -> None:
    """Print a line about the lengths in use."""
    began = time.process_time()
    programs = {path: fingerprint(path.name, tokens) for path, tokens in originals.items()}
    copies = [(path, fingerprint(path.name, tokens)) for path, tokens in disguised]
    shares = sorted(share_of(programs[path], copy) for path, copy in copies)
    own = {(one, other): share_of(programs[one], programs[other]) for one, other in combinations(programs, 2)}
    independent = sorted(share for pair, share in own.items() if pair not in alike)
    print(
        f"grams of {winnowing.GRAM_TOKENS}, windows of {winnowing.WINDOW}: "
        f"{sum(share >= LEAST_SHARE for share in shares)} of {len(shares)} copies found, "
        f"least {shares[0]:.0%}, median {shares[len(shares) // 2]:.0%}; independent pairs reported: "
        f"{sum(share >= LEAST_SHARE for share in independent)} of {len(independent)}, "
        f"most alike {independent[-1]:.0%}; {time.process_time() - began:.1f} s",
        flush=True,
    )


def report_authors(folder: Path) -> None:
    """Print how many programs of different authors are alike, and which would be reported."""
    paths = sorted(path for path in folder.rglob("*.*") if path.suffix in _LANGUAGES)
    read = {path: tokens_of(decode_source(path.read_bytes()), path) for path in paths}
    programs = {path: fingerprint(path.name, read[path]) for path in paths if len(read[path]) >= LEAST_TOKENS}
    author_of = {path: path.relative_to(folder).parts[0] for path in programs}
    shares = {
        (one, other): share_of(programs[one], programs[other])
        for one, other in combinations(programs, 2)
        if author_of[one] != author_of[other]
    }
    alike = [pair for pair, share in shares.items() if share >= LEAST_SHARE]
    print(
        f"{len(programs)} programs of {len({*author_of.values()})} authors, {len(shares):,} pairs; "
        f"with {LEAST_TOKENS} equal tokens or more: {sum(share > 0 for share in shares.values())}, "
        f"reported: {len(alike)}"
    )
    for one, other in alike:
        print(f"{shares[one, other]:.0%} {one.relative_to(folder)} {other.relative_to(folder)}")


def share_of(first: Fingerprinted, second: Fingerprinted) -> float:
    """Return the share of the shorter program that is equal, 0 if it is too little to be reported."""
    equal = sum(run.length for run in find_runs(first, second, LEAST_TOKENS))
    return equal / min(first.own, second.own) if equal >= LEAST_TOKENS else 0.0


if __name__ == "__main__":
    main()
