class Solution:
    def invertTree(self, root: Optional[TreeNode]) -> Optional[TreeNode]:
        # the first level alone
        if root:
            root.left, root.right = root.right, root.left
        return root
