# hostile: {entry: 71, expect: AC, why: paths that are no paths get a plain error}
for path in ("", "\0", "a\0b", "\udcff\udcfe", b"\xff\xfe", "%s%n%x", "x" * 5000, "a/" * 2500, -1, 10**6, "\ud800"):
    try:
        open(path)
    except (OSError, ValueError):
        continue
    print(f"LEAKED: opened {path!r}")
    break
else:
    print("contained")
