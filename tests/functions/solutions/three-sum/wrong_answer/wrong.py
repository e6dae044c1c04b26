class Solution:
    def threeSum(self, nums: List[int]) -> List[List[int]]:
        # some of them twice
        return [three for three in combinations(nums, 3) if sum(three) == 0]
