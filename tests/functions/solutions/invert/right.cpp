class Solution {
public:
    TreeNode* invertTree(TreeNode* root) {
        return root ? new TreeNode(root->val, invertTree(root->right), invertTree(root->left)) : nullptr;
    }
};
