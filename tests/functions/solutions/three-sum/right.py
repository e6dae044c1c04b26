class Solution:
    def threeSum(self, nums: List[int]) -> List[List[int]]:
        return {tuple(sorted(three)) for three in combinations(nums, 3) if sum(three) == 0}
