/**
 * Definition for singly-linked list.
 * struct ListNode {
 *     int val;
 *     ListNode *next;
 * };
 */
class Solution {
public:
    ListNode* reverseList(ListNode* head) {
        ListNode* turned = nullptr;
        while (head) tie(head->next, turned, head) = make_tuple(turned, head, head->next);
        return turned;
    }
};
