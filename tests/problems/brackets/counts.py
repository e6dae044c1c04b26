"""Wrong: treats every bracket as a round one, and only counts the open ones."""

depth = 0
for place, sign in enumerate(input(), 1):
    depth += 1 if sign in "([{" else -1
    if depth < 0:
        print(f"wrong at {place}")
        break
else:
    print(f"open: {depth}" if depth else "balanced")
