"""Bytes that a file should not contain, by file format."""

from collections.abc import Iterator

_DEEP, _DIGITS, _MANY = 100_000, 90_000, 1_000

_ANY = {
    "nothing": b"",
    "UTF-16": "a: 1\n".encode("utf-16"),
    "a mark": b"\xef\xbb\xbf",
    "a NUL": b"a\0b: 1\n",
    "no UTF-8": b"a: \xff\xfe\n",
    "half of a pair": b'a: "\xed\xa0\x80"\n',
    "commands": "a\x1b[31m\x9b\u202e\u2066\u061c: \x07\n".encode(),
    "one line": b"x" * 300_000,
    "other ends of lines": "\r\ra\u2028b: 1\x85".encode(),
}
_BY_KIND = {
    "JSON": {
        "open lists": b"[" * _DEEP,
        "open mappings": b'{"a":' * _DEEP,
        "closed lists": b"[" * _DEEP + b"]" * _DEEP,
        "NaN": b"NaN",
        "no number": b'{"version": 1e999}',
        "a negative": b'{"version": -1}',
        "digits": b'{"version": ' + b"9" * _DIGITS + b"}",
        "true": b'{"version": true}',
        "half of a pair": b'{"version": "\\ud800"}',
        "another document": b'{"version": 1, "timings": [3], "tests": [3], "tasks": [3], "results": [3]}',
        "a test": b'{"tests": [{"input": "1"}], "timeLimit": -1e300, "name": "\\u001b[31m"}',
    },
    "YAML": {
        "open lists": b"[" * _DEEP,
        "lists in lists": b"- " * 2000,
        "digits": b"a: " + b"9" * _DIGITS,
        "an alias": b"a: &a [*a]\n",
        "a tag": b"a: !!python/object:os.system x\n",
        "a list": b"- 1\n",
        "two": b"a: 1\n---\nb: 2\n",
        "types": b"problem: 1\nname: [1]\ntime: -1\nlimits: {time_limit: 1e400, memory: -1}\n",
        "keys": b"".join(b"k%d: 1\n" % number for number in range(_MANY)),
        "long words": b'"' + b"x" * 900 + b'": ' + b"y" * 100_000 + b"\n",
    },
    "TOML": {
        "hexadecimal": b"a = 0x" + b"f" * _DIGITS,
        "hexadecimal in place": b"timelimit = 0xfffffffffffffffff\n[tool.judge]\nsolutions = 0x"
        + b"f" * _DIGITS,
        "digits": b"a = " + b"9" * _DIGITS,
        "open lists": b"a = " + b"[" * _DEEP,
        "open mappings": b"a = " + b"{a=" * _DEEP,
        "types": b"title = 1\ntimelimit = nan\ntests = [1]\n[tool.judge]\nlanguages = [1]\n",
        "negatives": b"title = 'a'\ntimelimit = -1\n[[tests]]\nname = 'a.in'\nnumber = -1\n",
        "a long value": b"[tool.judge]\nx = '" + b"y" * _DIGITS + b"'\n",
        "languages": b"".join(b"[tool.judge.languages.l%d]\nx = 1\n" % number for number in range(_MANY)),
    },
    "XML": {
        "deep": b"<a>" * _DEEP,
        "a DOCTYPE": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        "no encoding": b'<?xml version="1.0" encoding="x-nothing"?><a/>',
        "commands": b'<problem short-name="\xc2\x9b"/>',
    },
    "program": {
        "open lists": b"# judge: {expect: {a: " + b"[" * 5000,
        "a fact": b"# judge: {expect: -1, format: " + b"9" * 5000 + b"}",
        "expectations": b"# judge: {expect: {" + b"".join(b"q%d: AD, " % n for n in range(_MANY)) + b"}}",
    },
}


def hostile(kind: str) -> Iterator[tuple[str, bytes]]:
    yield from _ANY.items()
    yield from _BY_KIND.get(kind, {}).items()
