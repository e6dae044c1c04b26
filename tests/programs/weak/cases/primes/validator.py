a, b = map(int, input().split())
legal = 1 <= a <= b <= 1_000_000
raise SystemExit(42 if legal else 43)
