"""Right as long as the brackets are not too deep for a function that calls itself."""

text = input()


def closed(place: int, until: str) -> int:
    while place < len(text) and text[place] in "([{":
        place = closed(place + 1, ")]}"["([{".index(text[place])])
    if not until:
        return place
    if place == len(text):
        left.append(until)
        return place
    if text[place] != until:
        raise ValueError(place)
    return place + 1


left: list[str] = []
try:
    end = closed(0, "")
    if end < len(text):
        print(f"wrong at {end + 1}")
    else:
        print(f"open: {len(left)}" if left else "balanced")
except ValueError as wrong:
    print(f"wrong at {wrong.args[0] + 1}")
