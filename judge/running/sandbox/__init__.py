"""The sandbox and its keeper, the small process that starts and watches programs.

The package runs in its own process, in a bare interpreter that cannot import `judge`. It imports only itself
and a small part of the standard library. `keeper_client` is the other end of its wire.
"""

# known gaps of each level, shown on the screen
OPEN = {
    "basic": "a solution can read and write your files and run your programs",
    "default": "a solution can see that a file exists and how long it is, but not read it",
    "strict": "",
}
