class Solution:
    def rotate(self, nums: List[int], k: int) -> None:
        # makes a new list and changes only the local name
        nums = nums[-k:] + nums[:-k]
