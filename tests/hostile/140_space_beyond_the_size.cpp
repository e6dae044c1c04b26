// hostile: {entry: 140, expect: AC, drawer: true, why: disk space beyond the size of a file by fallocate and by ioctl}
#include <sys/ioctl.h>

#include "hostile.h"

struct space {
    short type, whence;
    long long start, length;
    int system;
    unsigned process;
    int pad[4];
};

int main() {
    int file = open("file", O_CREAT | O_EXCL | O_RDWR, 0600), folder = open(".", O_RDONLY | O_DIRECTORY);
    if (file == -1) leaked("no file where one may be made"), done();
    const long long much = 8 << 20;
    refused("fallocate", fallocate(file, 0, 0, much));
    refused("fallocate beyond the end", fallocate(file, FALLOC_FL_KEEP_SIZE, 0, much));
    space all{0, 0, 0, much, 0, 0, {}};
    refused("RESVSP", ioctl(file, 0x40305828, &all));
    refused("RESVSP64", ioctl(file, 0x4030582A, &all));
    refused("ZERO_RANGE", ioctl(file, 0x40305839, &all));
    refused("RESVSP64 with high bits", syscall(SYS_ioctl, file, 1ul << 32 | 0x4030582A, &all));
    refused("a terminal's number with high bits", syscall(SYS_ioctl, file, 1ul << 32 | TCGETS, &all));
    refused("FICLONE", ioctl(file, 0x40049409, folder));
    char volume[4096] = {};
    strcpy(volume + 8, "volume");
    refused("a subvolume of btrfs", ioctl(folder, 0x5000940E, volume));
    done();
}
