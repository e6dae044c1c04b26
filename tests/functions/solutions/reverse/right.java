class Solution {
    public ListNode reverseList(ListNode head) {
        ListNode turned = null;
        for (; head != null; head = head.next) turned = new ListNode(head.val, turned);
        return turned;
    }
}
