n, m = map(int, input().split())
rows = [input() for _ in range(n)]

legal = 1 <= n <= 500 and 1 <= m <= 500 and all(len(row) == m and set(row) <= {".", "#"} for row in rows)
raise SystemExit(42 if legal else 43)
