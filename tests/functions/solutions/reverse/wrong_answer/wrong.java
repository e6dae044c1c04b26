class Solution {
    public ListNode reverseList(ListNode head) {
        // the last alone
        while (head != null && head.next != null) head = head.next;
        return head;
    }
}
