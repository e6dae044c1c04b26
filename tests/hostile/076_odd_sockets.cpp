// hostile: {entry: 76, expect: AC, why: netlink and packets and raw IP and the cryptography of the kernel and io_uring}
#include <linux/io_uring.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "hostile.h"

int main() {
    struct { const char* name; int family, type, protocol; } odd[] = {
        {"netlink", AF_NETLINK, SOCK_RAW, 0}, {"uevents", AF_NETLINK, SOCK_RAW, 15}, {"audit", AF_NETLINK, SOCK_RAW, 9},
        {"packet", AF_PACKET, SOCK_RAW, 0}, {"vsock", AF_VSOCK, SOCK_STREAM, 0}, {"raw", AF_INET, SOCK_RAW, IPPROTO_ICMP},
        {"AF_ALG", AF_ALG, SOCK_SEQPACKET, 0}, {"bluetooth", AF_BLUETOOTH, SOCK_RAW, 1}, {"XDP", 44, SOCK_RAW, 0}, {"TIPC", 30, SOCK_STREAM, 0},
        {"CAN", AF_CAN, SOCK_RAW, 1}, {"QIPCRTR", 42, SOCK_DGRAM, 0}, {"SCTP", AF_INET, SOCK_STREAM, 132}};
    for (auto& s : odd) refused(s.name, socket(s.family, s.type, s.protocol), {EAFNOSUPPORT, EPROTONOSUPPORT, ESOCKTNOSUPPORT});
    io_uring_params params{};
    refused("io_uring_setup", syscall(SYS_io_uring_setup, 4, &params));
    refused("io_uring_register", syscall(SYS_io_uring_register, -1, 0, nullptr, 0));
    refused("io_uring_enter", syscall(SYS_io_uring_enter, -1, 0, 0, 0, nullptr, 0));
    done();
}
