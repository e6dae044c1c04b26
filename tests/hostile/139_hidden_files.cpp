// hostile: {entry: 139, expect: AC, drawer: true, why: files that never had a name and places that no listing shows}
// A listing of the folder would not show the disk space that such a file takes.
#include <linux/openat2.h>
#include <sys/stat.h>

#include "hostile.h"

int main() {
    if (close(open("other", O_CREAT | O_EXCL | O_RDWR, 0600)) == -1) leaked("no file where one may be made"), done();
    refused("folder to hide files in", mkdir("folder", 0700));
    refused("O_TMPFILE", open(".", O_TMPFILE | O_RDWR, 0600));
    refused("O_TMPFILE, in another way", openat(AT_FDCWD, ".", O_TMPFILE | O_EXCL | O_WRONLY, 0600));
    refused("O_TMPFILE with high bits", syscall(SYS_openat, AT_FDCWD, ".", 1ul << 32 | O_TMPFILE | O_RDWR, 0600));
    open_how how{};
    how.flags = O_TMPFILE | O_RDWR, how.mode = 0600;
    refused("openat2", syscall(SYS_openat2, AT_FDCWD, ".", &how, sizeof how));
    done();
}
