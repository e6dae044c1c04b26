# Crashes on the first word, and also without one.
import sys

print("hello", flush=True)
{}[sys.stdin.readline()]
