"""What a program may touch, and the keeper, the small process that starts it and watches it.

The package runs as a process of its own, by a bare interpreter that cannot import `judge`: it imports nothing
but the standard library and itself, and little of that. `keeper_client` is the other end of its wire.
"""

# what a level leaves open, for the screen
OPEN = {
    "basic": "a solution can read and write your files and run your programs",
    "default": "a solution can see that a file exists and how long it is, but not read it",
    "strict": "",
}
