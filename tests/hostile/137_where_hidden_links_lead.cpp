// hostile: {entry: 137, expect: AC, open: true, closed_at: strict, why: "where a hidden link leads, that a folder is there, what disk it lies on"}
#include <sys/stat.h>
#include <sys/vfs.h>

#include "hostile.h"

int main() {
    std::string path = key("answer"), link = folder(path) + "/link";
    char target[256];
    struct statfs disk;
    struct statx all;
    refused("readlink", readlink(link.c_str(), target, sizeof target));
    refused("access", access(path.c_str(), R_OK));
    refused("faccessat2", syscall(SYS_faccessat2, AT_FDCWD, path.c_str(), R_OK, 0));
    refused("statx", statx(AT_FDCWD, path.c_str(), 0, STATX_ALL, &all));
    refused("statfs", statfs(path.c_str(), &disk));
    refused("chdir", chdir(folder(path).c_str()));
    refused("open by name alone", open(path.c_str(), O_PATH));
    done();
}
