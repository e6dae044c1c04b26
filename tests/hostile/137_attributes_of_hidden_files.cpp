// hostile: {entry: 137, expect: AC, why: the attributes of a hidden file are readable although its contents are not}
#include <sys/xattr.h>

#include "hostile.h"

int main() {
    std::string path = key("answer");
    char value[256];
    refused("getxattr", getxattr(path.c_str(), "user.note", value, sizeof value));
    refused("lgetxattr", lgetxattr(path.c_str(), "user.note", value, sizeof value));
    refused("listxattr", listxattr(path.c_str(), value, sizeof value));
    refused("llistxattr", llistxattr(path.c_str(), value, sizeof value));
    int file = open(path.c_str(), O_PATH);
    if (file != -1) {
        refused("fgetxattr", fgetxattr(file, "user.note", value, sizeof value));
        refused("flistxattr", flistxattr(file, value, sizeof value));
        refused("opening what was named", openat(file, "", O_RDONLY), {ENOTDIR, ENOENT});
    }
    int folder_of_it = open(folder(path).c_str(), O_PATH | O_DIRECTORY);
    if (folder_of_it != -1) {
        refused("listing", syscall(SYS_getdents64, folder_of_it, value, sizeof value), {EBADF});
        refused("opening from within", openat(folder_of_it, ".", O_RDONLY | O_DIRECTORY));
    }
    const int getxattrat = 464, listxattrat = 465, file_getattr = 468, statmount = 457, listmount = 458, quotactl_fd = 443;
    for (int call : {getxattrat, listxattrat, file_getattr, statmount, listmount, quotactl_fd})
        refused("call " + std::to_string(call), syscall(call, AT_FDCWD, path.c_str(), value, sizeof value, 0));
    done();
}
