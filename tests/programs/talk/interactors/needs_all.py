# Falls over the end where it wants a word.
print("hello", flush=True)
while input() != "bye":
    pass
