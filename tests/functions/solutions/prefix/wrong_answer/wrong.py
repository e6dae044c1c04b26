class Solution:
    def longestCommonPrefix(self, strs: List[str]) -> str:
        # as a word, without its quotes
        return ["".join(c for c, *rest in zip(*strs) if set(rest) == {c})]
