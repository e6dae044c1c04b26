// tries forbidden calls and prints the number of every error
#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#define TRY(call) (errno = 0, printf("%s %d\n", #call, (long)(call) < 0 ? errno : 0))
int main(int argc, char **argv) {
    pid_t parent = getppid();
    TRY(fork());
    TRY(vfork());
    TRY(kill(parent, 0));
    TRY(kill(parent, SIGKILL));
    TRY(kill(-1, SIGKILL));
    TRY(syscall(SYS_tkill, parent, SIGKILL));
    TRY(ptrace(PTRACE_ATTACH, parent, 0, 0));
    TRY(socket(AF_INET, SOCK_STREAM, 0));
    TRY(socket(AF_INET, SOCK_DGRAM, 0));
    TRY(socket(AF_UNIX, SOCK_STREAM, 0));
    TRY(setpriority(PRIO_PROCESS, 0, -5));
    TRY(shmget(IPC_PRIVATE, 4096, 0600));
    TRY(syscall(SYS_memfd_create, "x", 0));
    TRY(chmod("/dev/null", 0666));
    TRY(open("/dev/shm/left", O_CREAT | O_WRONLY, 0600));
    TRY(open("/etc/passwd", O_RDONLY));
    TRY(open("/proc/self/status", O_RDONLY));
    TRY(execl("/bin/sh", "sh", "-c", "exit 9", (char *)nullptr));
    rlimit more{1 << 30, 1 << 30};
    TRY(setrlimit(RLIMIT_CPU, &more));
    TRY(prlimit(parent, RLIMIT_CPU, nullptr, &more));
    TRY(syscall(SYS_unshare, 0x10000000));
    for (int i = 1; i < argc; i++) {
        TRY(open(argv[i], O_RDONLY));
        TRY(open(argv[i], O_WRONLY));
        TRY(truncate(argv[i], 0));
        TRY(unlink(argv[i]));
    }
}
