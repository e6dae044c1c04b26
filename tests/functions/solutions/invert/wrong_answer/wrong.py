class Solution:
    def invertTree(self, root: Optional[TreeNode]) -> Optional[TreeNode]:
        # only the first level
        if root:
            root.left, root.right = root.right, root.left
        return root
