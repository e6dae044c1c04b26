// hostile: {entry: 70, expect: AC, why: files of the user and of the machine}
#include "hostile.h"

int main() {
    std::string secret = key("secret");
    refused("the secret", open(secret.c_str(), O_RDONLY));
    refused("its folder", open(folder(secret).c_str(), O_RDONLY | O_DIRECTORY));
    for (auto path : {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/root", "/root/.ssh", "/root/.bashrc", "/home", "/",
                      "/etc", "/var/log", "/tmp", "/dev/shm", "/run", "/boot", "/sys", "/proc/1/environ", "/proc/cmdline",
                      "/proc/self/mountinfo", "/dev/mem", "/dev/kvm"})
        refused(path, open(path, O_RDONLY), {ENOENT, ENXIO});
    done();
}
