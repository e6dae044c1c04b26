class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        # values, not indices
        return sorted(nums)[:2]
