// hostile: {entry: 58, expect: AC, why: changes to the machine that only an administrator may make}
// No argument is valid (no magic number; paths that do not exist): ENOENT or EINVAL says that the kernel looked.
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/swap.h>

#include "hostile.h"

int main() {
    const char* nowhere = "/nonexistent/hostile";
    refused("reboot", syscall(SYS_reboot, 0, 0, 0, 0));
    refused("mount", mount(nowhere, nowhere, "nonexistent", 0, nullptr));
    refused("umount", umount2(nowhere, 0));
    refused("fsopen", syscall(SYS_fsopen, "nonexistent", 0));
    refused("fspick", syscall(SYS_fspick, AT_FDCWD, nowhere, 0));
    refused("open_tree", syscall(SYS_open_tree, AT_FDCWD, nowhere, 1));
    refused("move_mount", syscall(SYS_move_mount, -1, nowhere, -1, nowhere, 0));
    refused("mount_setattr", syscall(SYS_mount_setattr, -1, nowhere, 0, nullptr, 0));
    refused("swapon", swapon(nowhere, 0));
    refused("swapoff", swapoff(nowhere));
    refused("acct", syscall(SYS_acct, nowhere));
    refused("quotactl", syscall(SYS_quotactl, 0x80000200, nowhere, 0, nullptr));
    refused("sethostname", syscall(SYS_sethostname, "x", 1 << 20));
    refused("setdomainname", syscall(SYS_setdomainname, "x", 1 << 20));
    refused("kexec_load", syscall(SYS_kexec_load, 0, 0, nullptr, 0xffff));
    refused("kexec_file_load", syscall(SYS_kexec_file_load, -1, -1, 0, nullptr, 0xffff));
    refused("init_module", syscall(SYS_init_module, nullptr, 0, ""));
    refused("finit_module", syscall(SYS_finit_module, -1, "", 0xffff));
    refused("delete_module", syscall(SYS_delete_module, "hostile_nonexistent", O_NONBLOCK));
    refused("iopl", syscall(SYS_iopl, 3));
    refused("ioperm", syscall(SYS_ioperm, 0x80, 1, 1));
    std::string device = key("writable_dir") + "/hostile-device";
    refused("mknod of a device", mknod(device.c_str(), S_IFCHR | 0600, 1 << 8 | 3));
    unlink(device.c_str());
    done();
}
