class Solution {
    public String longestCommonPrefix(String[] strs) {
        return strs[0].isEmpty() ? null : strs[0].substring(0, 1);
    }
}
