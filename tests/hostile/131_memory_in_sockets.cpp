// hostile: {entry: 131, expect: AC, why: bytes waiting in a socket count in no limit of the process}
// With larger buffers thirty pairs hold half a gigabyte, and pairs in flight do not count as descriptors.
#include <sys/socket.h>

#include "hostile.h"

int main() {
    std::vector<char> block(1 << 16);
    size_t held = 0;
    for (int ends[2]; socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0;) {
        int size = 64 << 20;
        for (int option : {SO_SNDBUF, SO_SNDBUFFORCE})
            refused("a larger buffer", setsockopt(ends[0], SOL_SOCKET, option, &size, sizeof size));
        char control[CMSG_SPACE(sizeof ends)] = {};
        iovec one{block.data(), 1};
        msghdr message{nullptr, 0, &one, 1, control, sizeof control, 0};
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        *header = {CMSG_LEN(sizeof ends), SOL_SOCKET, SCM_RIGHTS};
        memcpy(CMSG_DATA(header), ends, sizeof ends);
        refused("a pair in flight", sendmsg(ends[0], &message, 0));
        mmsghdr several{message, 0};
        refused("a pair in flight, another way", sendmmsg(ends[0], &several, 1, 0));
        for (int end : ends)
            for (ssize_t n; (n = send(end, block.data(), block.size(), 0)) > 0;) held += n;
    }
    if (held > 32 << 20) leaked(std::to_string(held >> 20) + " MB in sockets");
    done();
}
