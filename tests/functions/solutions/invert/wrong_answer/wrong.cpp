class Solution {
public:
    TreeNode* invertTree(TreeNode* root) {
        // what was inverted is taken again
        if (root) {
            root->left = invertTree(root->right);
            root->right = invertTree(root->left);
        }
        return root;
    }
};
