class Solution {
    public int[] twoSum(int[] nums, int target) {
        // places from 1
        for (int i = 1; i <= nums.length; i++)
            for (int j = i + 1; j <= nums.length; j++)
                if (nums[i - 1] + nums[j - 1] == target) return new int[] {i, j};
        return new int[0];
    }
}
