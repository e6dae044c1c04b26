(n, k), xs = map(int, input().split()), list(map(int, input().split()))
legal = 1 <= k <= n == len(xs) <= 100_000 and max(map(abs, xs)) <= 10**9
raise SystemExit(42 if legal else 43)
