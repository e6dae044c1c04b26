(n, q), xs, asked = (list(map(int, input().split())) for _ in range(3))
legal = 1 <= n == len(xs) <= 50_000 and 1 <= q == len(asked) <= 50_000
legal = legal and xs == sorted(xs) and 0 <= min(xs + asked) and max(xs + asked) <= 10**9
raise SystemExit(42 if legal else 43)
