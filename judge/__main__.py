"""The entry point of the process. It loads the judge only once a signal can do no harm."""

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
    # Without this the interpreter would look through all objects for garbage at its end.
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    entry()
