class Solution {
public:
    ListNode* reverseList(ListNode* head) { return head; }
};
