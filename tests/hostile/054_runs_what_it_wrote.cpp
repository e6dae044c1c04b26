// hostile: {entry: 54, expect: AC, why: writes a script and executes it from a folder or from memory}
#include <sys/mman.h>

#include "hostile.h"

int main() {
    const char script[] = "#!/bin/sh\necho LEAKED: ran what it wrote\n";
    char* argv[] = {const_cast<char*>("x"), nullptr};
    int memory = memfd_create("script", 0);
    if (memory >= 0) {
        write(memory, script, sizeof script - 1);
        refused("memfd", syscall(SYS_execveat, memory, "", argv, environ, AT_EMPTY_PATH));
    }
    for (auto& place : places()) {
        std::string path = place + "/hostile-script-" + std::to_string(getpid());
        int fd = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0700);
        if (fd == -1) continue;
        write(fd, script, sizeof script - 1);
        close(fd);
        int again = open(path.c_str(), O_RDONLY);
        unlink(path.c_str());
        refused("exec from " + place, syscall(SYS_execveat, again, "", argv, environ, AT_EMPTY_PATH));
    }
    done();
}
