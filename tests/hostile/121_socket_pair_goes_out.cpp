// hostile: {entry: 121, expect: AC, why: one end of a pair of datagram sockets sends to any other socket}
// EPROTOTYPE and ECONNREFUSED say that the kernel has found the socket of the host.
#include <sys/socket.h>
#include <sys/un.h>

#include "hostile.h"

int main() {
    std::string path = key("unix_socket");
    sockaddr_un to{AF_UNIX, {}}, mine{AF_UNIX, {}};
    memcpy(to.sun_path, path.c_str(), path.size());
    snprintf(mine.sun_path + 1, 40, "hostile-%d", getpid());
    for (int type : {SOCK_DGRAM, SOCK_SEQPACKET, SOCK_STREAM}) {
        int pair[2];
        if (socketpair(AF_UNIX, type, 0, pair) == -1) {
            refused("socketpair", -1);
            continue;
        }
        std::string of = " of type " + std::to_string(type);
        refused("connect" + of, connect(pair[0], reinterpret_cast<sockaddr*>(&to), sizeof to), {EISCONN});
        refused("sendto" + of, sendto(pair[0], "x", 1, MSG_NOSIGNAL, reinterpret_cast<sockaddr*>(&to), sizeof to), {EISCONN, EOPNOTSUPP});
        refused("bind" + of, bind(pair[1], reinterpret_cast<sockaddr*>(&mine), sizeof mine));
    }
    done();
}
