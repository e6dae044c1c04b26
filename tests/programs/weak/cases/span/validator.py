n, xs = int(input()), list(map(int, input().split()))
legal = 1 <= n == len(xs) <= 100_000 and max(map(abs, xs)) <= 2 * 10**9
raise SystemExit(42 if legal else 43)
