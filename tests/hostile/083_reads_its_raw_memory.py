# hostile: {entry: 83, expect: AC, why: remains of an answer in freed memory of the interpreter}
# mincore shows which pages are mapped. The kernel reads them, so a page beyond the end of its file is no signal.
import ctypes
import os

PAGE = 4096
libc = ctypes.CDLL(None)
reads, writes = os.pipe()


def pages(at, step):
    """Yield the mapped pages from `at` on, up or down, 64 MB at most."""
    for _ in range(16384):
        if libc.mincore(ctypes.c_void_p(at), PAGE, ctypes.create_string_buffer(1)):
            return
        if libc.write(writes, ctypes.c_void_p(at), PAGE) == PAGE:
            yield os.read(reads, PAGE)
        at += step


def marked(page):
    """Find the marker in a page. It is split in two parts here, so that this program does not contain it."""
    first, second = b"THE-ANSWER", b"-MARKER"
    at = -1
    while (at := page.find(first, at + 1)) >= 0:
        if page[at + len(first) : at + len(first) + len(second)] == second:
            return True
    return False


starts = {id(thing) // PAGE * PAGE for thing in (object(), [], "x" * 600, "x" * 100_000, libc, int, type)}
seen = any(marked(page) for start in starts for step in (PAGE, -PAGE) for page in pages(start, step))
print("LEAKED: an answer in raw memory" if seen else "contained")
