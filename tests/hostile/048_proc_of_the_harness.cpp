// hostile: {entry: 48, expect: AC, why: information about the harness in /proc}
#include "hostile.h"

int main() {
    for (pid_t pid : others()) {
        std::string proc = "/proc/" + std::to_string(pid) + "/";
        for (auto file : {"environ", "cmdline", "maps", "stat", "status", "fd", "fd/0", "cwd/.", "root/.", "exe", "task"})
            refused(proc + file, open((proc + file).c_str(), O_RDONLY));
        char path[4096];
        for (auto link : {"cwd", "root", "exe", "fd/0"})
            refused("readlink " + proc + link, readlink((proc + link).c_str(), path, sizeof path));
    }
    refused("/proc", open("/proc", O_RDONLY | O_DIRECTORY));
    done();
}
