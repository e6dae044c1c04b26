class Solution {
    public int[] rotate(int[] nums, int k) {
        int[] turned = new int[nums.length];
        for (int i = 0; i < nums.length; i++) turned[(i + k) % nums.length] = nums[i];
        return turned;
    }
}
