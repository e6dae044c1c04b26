// The nodes of lists and trees, as the site shows them above a class.
struct ListNode {
    int val;
    ListNode* next;
    ListNode() : val(0), next(nullptr) {}
    ListNode(int x) : val(x), next(nullptr) {}
    ListNode(int x, ListNode* next) : val(x), next(next) {}
};

struct TreeNode {
    int val;
    TreeNode* left;
    TreeNode* right;
    TreeNode() : val(0), left(nullptr), right(nullptr) {}
    TreeNode(int x) : val(x), left(nullptr), right(nullptr) {}
    TreeNode(int x, TreeNode* left, TreeNode* right) : val(x), left(left), right(right) {}
};

namespace judge_entry {

inline void read(Input& in, ListNode*& first) {
    std::vector<int> values;
    read(in, values);
    ListNode** end = &(first = nullptr);
    for (const int value : values) end = &(*end = new ListNode(value))->next;
}

inline void read(Input& in, TreeNode*& root) {
    in.must('[');
    std::vector<TreeNode**> places{&(root = nullptr)};
    if (in.takes(']')) return;
    for (std::size_t next = 0;; ++next) {
        if (next == places.size()) fail("a parent of every node");
        if (!in.takes_word("null")) {
            int value;
            read(in, value);
            TreeNode* node = *places[next] = new TreeNode(value);
            places.push_back(&node->left);
            places.push_back(&node->right);
        }
        if (!in.takes(',')) break;
    }
    in.must(']');
}

inline void print(Output& out, ListNode* node) {
    std::vector<int> values;
    std::unordered_set<ListNode*> met;
    for (; node; node = node->next) {
        if (!met.insert(node).second) {
            std::fputs("expected a list of nodes with an end, got one with a cycle\n", stderr);
            std::_Exit(1);
        }
        values.push_back(node->val);
    }
    print(out, values);
}

inline void print(Output& out, TreeNode* root) {
    std::vector<TreeNode*> queue{root};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        if (TreeNode* node = queue[next]) {
            queue.push_back(node->left);
            queue.push_back(node->right);
        }
    }
    while (!queue.empty() && !queue.back()) queue.pop_back();
    const char* before = "[";
    for (TreeNode* node : queue) {
        out.text += before;
        if (node) print(out, node->val);
        else out.text += "null";
        before = ",";
    }
    out.text += queue.empty() ? "[]" : "]";
}

}  // namespace judge_entry
