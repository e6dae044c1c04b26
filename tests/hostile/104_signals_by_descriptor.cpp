// hostile: {entry: 104, expect: AC, why: a descriptor sends its owner any signal; the owner may be another process}
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "hostile.h"

int main() {
    int victim = number("victim_pid"), ends[2] = {-1, -1}, pair[2] = {-1, -1};
    pipe(ends);
    f_owner_ex owner{F_OWNER_PID, victim};
    refused("F_SETOWN", fcntl(ends[0], F_SETOWN, victim));
    refused("F_SETOWN_EX", fcntl(ends[0], F_SETOWN_EX, &owner));
    refused("F_SETOWN with high bits", syscall(SYS_fcntl, ends[0], 1ul << 32 | F_SETOWN, victim));
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == -1) refused("socketpair", -1);
    else {
        refused("FIOSETOWN", ioctl(pair[0], 0x8901, &victim));
        refused("SIOCSPGRP", ioctl(pair[0], 0x8902, &victim));
    }
    done();
}
