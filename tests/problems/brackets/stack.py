"""Print the first bracket that closes no other, or the number of brackets left open."""

OPENING, CLOSING = "([{", ")]}"


def look(text: str) -> str:
    waiting: list[str] = []
    for place, sign in enumerate(text, 1):
        if sign in OPENING:
            waiting.append(CLOSING[OPENING.index(sign)])
        elif not waiting or waiting.pop() != sign:
            return f"wrong at {place}"
    return f"open: {len(waiting)}" if waiting else "balanced"


print(look(input()))
