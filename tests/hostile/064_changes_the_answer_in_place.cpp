// hostile: {entry: 64, expect: AC, why: modes and owners and times and sizes need no open file}
// Each value is restored or is the current one.
#include <sys/stat.h>
#include <sys/xattr.h>
#include <utime.h>

#include "hostile.h"

int main() {
    for (auto& path : {key("answer"), key("writable_dir")}) {
        struct stat old {};
        mode_t mode = stat(path.c_str(), &old) ? 0755 : old.st_mode & 07777;
        const char* name = path.c_str();
        refused("chmod " + path, chmod(name, 0));
        chmod(name, mode);
        refused("fchmodat2 " + path, syscall(452, AT_FDCWD, name, mode, 0));
        refused("fchmod " + path, fchmod(open(name, O_PATH), mode), {EBADF});
        refused("chown " + path, chown(name, -1, -1));
        refused("lchown " + path, lchown(name, -1, -1));
        refused("fchownat " + path, fchownat(AT_FDCWD, name, -1, -1, 0));
        refused("utimensat " + path, utimensat(AT_FDCWD, name, nullptr, 0));
        refused("utime " + path, syscall(SYS_utime, name, nullptr));
        refused("utimes " + path, syscall(SYS_utimes, name, nullptr));
        refused("futimesat " + path, syscall(SYS_futimesat, AT_FDCWD, name, nullptr));
        refused("setxattr " + path, setxattr(name, "user.hostile", "x", 1, 0));
        refused("lsetxattr " + path, lsetxattr(name, "user.hostile", "x", 1, 0));
        refused("removexattr " + path, removexattr(name, "user.hostile"));
        if (S_ISREG(old.st_mode)) refused("truncate " + path, truncate(name, old.st_size));
    }
    refused("chmod of its input", fchmod(0, 0));
    refused("times of its input", syscall(SYS_utimensat, 0, nullptr, nullptr, 0));
    refused("attribute of its input", fsetxattr(0, "user.hostile", "x", 1, 0));
    done();
}
