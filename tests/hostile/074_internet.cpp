// hostile: {entry: 74, expect: AC, why: TCP and MPTCP and UDP; connects and listens}
// The sandbox may allow sockets, as long as they reach nothing.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "hostile.h"

int main() {
    sockaddr_in to{AF_INET, htons(number("tcp_port")), {htonl(INADDR_LOOPBACK)}, {}}, udp = to;
    sockaddr_in6 six{AF_INET6, to.sin_port, 0, IN6ADDR_LOOPBACK_INIT, 0};
    udp.sin_port = htons(number("udp_port"));
    auto* address = reinterpret_cast<sockaddr*>(&to);
    auto attempt = [](const char* what, int family, int type, int protocol, auto deed) {
        int fd = socket(family, type, protocol);
        refused(what, fd < 0 ? fd : deed(fd), {EAFNOSUPPORT, EPROTONOSUPPORT});
        close(fd);
    };
    attempt("TCP", AF_INET, SOCK_STREAM, 0, [&](int fd) { return connect(fd, address, sizeof to); });
    attempt("MPTCP", AF_INET, SOCK_STREAM, 262, [&](int fd) { return connect(fd, address, sizeof to); });
    attempt("TCP with its first data", AF_INET, SOCK_STREAM, 0,
            [&](int fd) { return sendto(fd, "x", 1, MSG_FASTOPEN, address, sizeof to); });
    attempt("IPv6", AF_INET6, SOCK_STREAM, 0, [&](int fd) { return connect(fd, reinterpret_cast<sockaddr*>(&six), sizeof six); });
    attempt("UDP", AF_INET, SOCK_DGRAM, 0, [&](int fd) { return sendto(fd, "x", 1, 0, reinterpret_cast<sockaddr*>(&udp), sizeof udp); });
    attempt("ping", AF_INET, SOCK_DGRAM, IPPROTO_ICMP, [&](int) { return 0; });
    attempt("listen", AF_INET, SOCK_STREAM, 0, [](int fd) { return listen(fd, 1); });
    to.sin_port = 0;
    attempt("bind", AF_INET, SOCK_STREAM, 0, [&](int fd) { return bind(fd, address, sizeof to); });
    done();
}
