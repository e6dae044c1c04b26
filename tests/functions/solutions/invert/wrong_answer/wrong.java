class Solution {
    public TreeNode invertTree(TreeNode root) {
        if (root != null) {
            int val = root.left == null ? 0 : root.left.val;
            if (root.left != null && root.right != null) {
                root.left.val = root.right.val;
                root.right.val = val;
            }
        }
        return root;
    }
}
