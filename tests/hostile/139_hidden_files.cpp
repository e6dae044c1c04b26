// hostile: {entry: 139, expect: AC, drawer: true, why: open files that were removed or replaced or never had a name}
// A listing of the folder would not show the disk space that such a file takes.
#include <linux/openat2.h>
#include <sys/stat.h>

#include "hostile.h"

int main() {
    int kept = open("kept", O_CREAT | O_EXCL | O_RDWR, 0600);
    if (kept == -1) leaked("no file where one may be made"), done();
    refused("unlink", unlink("kept"));
    refused("unlinkat", unlinkat(AT_FDCWD, "kept", 0));
    close(open("other", O_CREAT | O_EXCL | O_RDWR, 0600));
    refused("rename", rename("other", "third"));
    refused("rename over an open file", rename("other", "kept"));
    refused("exchange", syscall(SYS_renameat2, AT_FDCWD, "other", AT_FDCWD, "kept", 2));
    refused("whiteout", syscall(SYS_renameat2, AT_FDCWD, "other", AT_FDCWD, "third", 4));
    refused("folder to hide files in", mkdir("folder", 0700));
    refused("O_TMPFILE", open(".", O_TMPFILE | O_RDWR, 0600));
    refused("O_TMPFILE, in another way", openat(AT_FDCWD, ".", O_TMPFILE | O_EXCL | O_WRONLY, 0600));
    refused("O_TMPFILE with high bits", syscall(SYS_openat, AT_FDCWD, ".", 1ul << 32 | O_TMPFILE | O_RDWR, 0600));
    open_how how{};
    how.flags = O_TMPFILE | O_RDWR, how.mode = 0600;
    refused("openat2", syscall(SYS_openat2, AT_FDCWD, ".", &how, sizeof how));
    done();
}
