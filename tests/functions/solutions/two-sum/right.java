class Solution {
    public int[] twoSum(int[] nums, int target) {
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = 0; i < nums.length; i++) {
            Integer found = seen.putIfAbsent(nums[i], i);
            if (found != null && 2 * nums[i] == target) return new int[] {found, i};
            Integer other = seen.get(target - nums[i]);
            if (other != null && other != i) return new int[] {other, i};
        }
        throw new IllegalArgumentException("no two");
    }
}
