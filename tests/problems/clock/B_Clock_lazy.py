"""Forgets that midnight and noon are 12."""

hour, minute = map(int, input().split(":"))
print(f"{hour % 12}:{minute:02} {'am' if hour < 12 else 'pm'}")
