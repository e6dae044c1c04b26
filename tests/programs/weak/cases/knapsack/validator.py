n, most = map(int, input().split())
items = [tuple(map(int, input().split())) for _ in range(n)]

legal = 1 <= n <= 40 and 1 <= most <= 2000
legal = legal and all(1 <= weight <= 2000 and 1 <= value <= 10**9 for weight, value in items)
raise SystemExit(42 if legal else 43)
