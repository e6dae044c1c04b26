/* The launcher: what the keeper spawns instead of a fork of itself; it seals itself and becomes the program.
 *
 *     launcher RECIPE PROGRAM [ARGUMENT...]
 *
 * Theory of operation. A fork of an interpreter costs more than many a program: pages are copied in it and
 * torn down with it. This starts by posix_spawn, and without a C library, whose start can cost as much again.
 * What is spawned has for its peak of memory that of the keeper, so it leaves the rest to a fork of itself,
 * which is small and the keeper's own child, writes the number of that and ends.
 *
 * It holds no policy: the keeper has worked out what a child may do and wrote it down as numbers (Recipe in
 * seal.py), which are carried out one after the other:
 *
 *     MOUTH CRADLE KEEPER RULESET FILTER OWN_PID {KIND MOST}...
 *
 * the descriptor that hears of a failure; that to which the number of the child goes; the number of the
 * keeper, with which the child must end; the descriptor of the Landlock ruleset, 0 for none; that of the
 * seccomp filter, and what in it stands for the own number; the limits. Signals, environment and descriptors
 * 0 to 2 are placed by the spawn; what the keeper has laid on itself is inherited. A step that fails is told
 * to the mouth, its error and its name, and is the end, with 127: nothing runs that is not sealed. The
 * program gets none of the descriptors named here. */
#include <asm/unistd.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/resource.h>
#include <linux/sched.h>
#include <linux/seccomp.h>

enum { KILL = 9, LANDLOCK_RESTRICT_SELF = 446, FAILED = 127 };

static long mouth = -1;

#if defined __x86_64__
__asm__(".globl _start\n_start: mov %rsp, %rdi\n call start\n");

static long call(long number, long a, long b, long c, long d) {
    register long fourth __asm__("r10") = d;
    __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
    return number;
}
#elif defined __aarch64__
__asm__(".globl _start\n_start: mov x0, sp\n bl start\n");

static long call(long number, long a, long b, long c, long d) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c, x3 __asm__("x3") = d;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
    return x0;
}
#else
#error "there are no filters for this machine either"
#endif

static long must(long result, const char *step) {
    if (result >= 0) return result;
    char error[5];
    for (int at = 3; at >= 0; at--, result /= 10) error[at] = '0' - result % 10;
    error[4] = ' ';
    call(__NR_write, mouth, (long)error, sizeof error, 0);
    while (*step) call(__NR_write, mouth, (long)step++, 1, 0);
    for (;;) call(__NR_exit_group, FAILED, 0, 0, 0);
}

static long next(const char **recipe) {
    const char *at = *recipe;
    while (*at == ' ') at++;
    must(*at >= '0' && *at <= '9' ? 0 : -EINVAL, "recipe");
    long number = 0;
    while (*at >= '0' && *at <= '9') number = 10 * number + *at++ - '0';
    *recipe = at;
    return number;
}

static void load(long file, unsigned own_pid) {
    static struct sock_filter code[BPF_MAXINSNS];
    long bytes = must(call(__NR_pread64, file, (long)code, sizeof code, 0), "filter");
    must(bytes && bytes % sizeof *code == 0 ? 0 : -EINVAL, "filter");
    struct sock_fprog filter = {bytes / sizeof *code, code};
    unsigned pid = call(__NR_getpid, 0, 0, 0, 0);
    for (int at = 0; at < filter.len; at++)
        if (code[at].k == own_pid) code[at].k = pid;
    must(call(__NR_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, (long)&filter, 0), "seccomp");
}

static void part(long cradle) {
    int child = must(call(__NR_clone, CLONE_PARENT, 0, 0, 0), "clone");
    if (!child) return;
    must(call(__NR_write, cradle, (long)&child, sizeof child, 0), "cradle");
    for (;;) call(__NR_exit_group, 0, 0, 0, 0);
}

static void hide(long descriptor) {
    must(call(__NR_fcntl, descriptor, F_SETFD, FD_CLOEXEC, 0), "descriptor");
}

/* `stack` is as the kernel leaves it: the count, the words, a null, the environment. */
__attribute__((used)) void start(long *stack) {
    char **words = (char **)(stack + 1), **environment = words + stack[0] + 1;
    const char *recipe = stack[0] > 2 ? words[1] : "";
    mouth = next(&recipe);
    long cradle = next(&recipe), keeper = next(&recipe), ruleset = next(&recipe);
    long filter = next(&recipe), own_pid = next(&recipe);
    hide(mouth);
    hide(cradle);
    hide(filter);
    if (ruleset) hide(ruleset);
    part(cradle);
    must(call(__NR_setsid, 0, 0, 0, 0), "setsid");
    must(call(__NR_prctl, PR_SET_PDEATHSIG, KILL, 0, 0), "prctl");
    must(call(__NR_getppid, 0, 0, 0, 0) == keeper ? 0 : -ESRCH, "keeper");
    while (*recipe) {
        long kind = next(&recipe), most = next(&recipe);
        struct rlimit64 limit = {most, most};
        must(call(__NR_prlimit64, 0, kind, (long)&limit, 0), "setrlimit");
    }
    if (ruleset) must(call(LANDLOCK_RESTRICT_SELF, ruleset, 0, 0, 0), "landlock");
    load(filter, own_pid);
    must(call(__NR_execve, (long)words[2], (long)(words + 2), (long)environment, 0), "execve");
}
