# Falls over the first word, as over none.
import sys

print("hello", flush=True)
{}[sys.stdin.readline()]
