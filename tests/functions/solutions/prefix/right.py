class Solution:
    def longestCommonPrefix(self, strs: List[str]) -> str:
        low, high = min(strs), max(strs)
        return low[: next((i for i, (a, b) in enumerate(zip(low, high)) if a != b), len(low))]
