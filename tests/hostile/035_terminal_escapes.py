# hostile: {entry: 35, expect: WA, why: escapes on both streams that would clear the screen and write a verdict}
import sys

for stream in (sys.stdout, sys.stderr):
    stream.write("\x1b[2J\x1b[H\x1b[32mAC\x1b[0m\x1b]0;owned\x07\x1b[6n\x9b31m\r[bold]AC[/bold]\b\b\u202eCA\n")
