class Solution:
    def myPow(self, x: float, n: int) -> float:
        return round(pow(x, n), 1)
