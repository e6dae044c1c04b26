class Solution:
    def rotate(self, nums: List[int], k: int) -> None:
        # another list, and the name alone is changed
        nums = nums[-k:] + nums[:-k]
