class Solution:
    def longestCommonPrefix(self, strs: List[str]) -> str:
        # a plain word, without quotes
        return ["".join(c for c, *rest in zip(*strs) if set(rest) == {c})]
