# Crashes at the end of its input if it still expects a word.
print("hello", flush=True)
while input() != "bye":
    pass
