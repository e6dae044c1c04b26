"""A time of 24 hours in two halves."""

hour, minute = map(int, input().split(":"))
print(f"{(hour - 1) % 12 + 1}:{minute:02} {'am' if hour < 12 else 'pm'}")
