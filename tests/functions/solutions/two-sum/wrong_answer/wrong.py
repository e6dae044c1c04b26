class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        # values, not their places
        return sorted(nums)[:2]
