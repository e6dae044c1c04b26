"""Start the keeper: `python -P -s -S __main__.py LEVEL CORE [PACKAGES…]`, with its wire on descriptor 3."""

import sys

if __name__ == "__main__":
    here = __file__.rpartition("/")[0]
    sys.path.insert(0, here.rpartition("/")[0])
    from sandbox import keeper  # type: ignore[import-not-found]

    del sys.path[0]
    keeper.main(sys.argv)
