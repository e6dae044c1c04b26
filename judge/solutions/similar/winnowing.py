"""Fingerprints by winnowing: S. Schleimer, D. Wilkerson, A. Aiken, Winnowing: Local Algorithms for Document
Fingerprinting, SIGMOD 2003.

From each window of neighbouring grams the one with the least hash is chosen. Programs that share a run of
tokens as long as a window share a fingerprint, wherever the run is.
"""

from collections.abc import Sequence
from zlib import crc32

# Tokens in a gram: shorter runs are never reported. docs/similar.md measures both numbers.
GRAM_TOKENS = 20
# Grams in a window: a run of GRAM_TOKENS + WINDOW - 1 tokens has a fingerprint for sure.
WINDOW = 8


def list_grams(words: Sequence[str]) -> list[str]:
    """Return the run of GRAM_TOKENS words that begins at each position."""
    return [" ".join(words[at : at + GRAM_TOKENS]) for at in range(len(words) - GRAM_TOKENS + 1)]


def winnow(grams: Sequence[str]) -> list[int]:
    """Return the positions of the chosen grams: the rightmost of the least hashes of each window."""
    keys = [(crc32(gram.encode()), -at) for at, gram in enumerate(grams)]
    windows = range(max(1, len(keys) - WINDOW + 1)) if keys else ()
    return sorted({-min(keys[at : at + WINDOW])[1] for at in windows})
