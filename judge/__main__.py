"""Where the process begins and ends. What takes long to load waits until a signal can do no harm."""

try:
    import gc
    import sys

    from judge.platform import interrupts
except KeyboardInterrupt:
    raise SystemExit(130) from None


def entry() -> None:
    """The console script."""
    interrupts.end_at_once()
    gc.disable()
    from judge.cli import main
    from judge.platform.streams import guard_streams

    guard_streams()
    try:
        code = main(sys.argv[1:])
    except KeyboardInterrupt:
        code = interrupts.exit_code()
    interrupts.ignore()
    # What is left goes as a whole: an interpreter that ends would look through all of it for garbage.
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    entry()
