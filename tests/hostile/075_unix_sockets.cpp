// hostile: {entry: 75, expect: AC, why: a socket of the host by its path or by its abstract name; docker is one}
#include <sys/socket.h>
#include <sys/un.h>

#include "hostile.h"

int main() {
    for (std::string name : {key("unix_socket"), '\0' + key("abstract"), std::string("/var/run/docker.sock"), std::string("/dev/log")})
        for (int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET}) {
            sockaddr_un to{AF_UNIX, {}};
            memcpy(to.sun_path, name.data(), name.size());
            int fd = socket(AF_UNIX, type, 0);
            bool ours = name == key("unix_socket") || !name[0];
            int result = fd < 0 ? fd : connect(fd, reinterpret_cast<sockaddr*>(&to), offsetof(sockaddr_un, sun_path) + name.size());
            refused("connect to " + name.substr(!name[0]) + " type " + std::to_string(type), result, {ours ? EPERM : ENOENT});
        }
    done();
}
