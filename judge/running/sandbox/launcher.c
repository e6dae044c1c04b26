/* The launcher: the keeper's hand that starts programs; each is a child that seals itself and becomes one.
 *
 *     launcher "WIRE KEEPER STAY OWN OWN_PID MOUTH MOUTH"
 *
 * Theory of operation. A fork of an interpreter costs more than many a program: pages are copied in it and
 * torn down with it. This is small, has no C library, whose start can cost as much again, and stays: the
 * keeper spawns it once and asks it for program after program. A child shares its memory until it executes
 * the program, as after vfork, so that nothing is copied at all; and it is the keeper's own child, which waits
 * for it as for any.
 *
 * It holds no policy: the keeper has worked out what a child may do and wrote it down as numbers (Recipe in
 * seal.py). What all children are refused that this does not need itself it lays on itself once, by the
 * filter STAY; a child adds OWN, in which OWN_PID stands for its number. The rest of what it begins with are
 * descriptors: WIRE, on which it is asked, and the two MOUTHs that hear of a failure; and the number of the
 * KEEPER, with which all must end. A packet on the wire holds words that end in nulls, and descriptors:
 *
 *     "MOUTH RULED {KIND MOST}..." FOLDER PROGRAM [ARGUMENT...]
 *
 * which of the mouths; whether the first descriptor is a Landlock ruleset; the limits; where the program
 * begins, and its words. The other descriptors are those of the program, from 0 on. The answer, when it runs,
 * is the number of the child. Signals and environment are those that the spawn placed; what the keeper has
 * laid on itself is inherited. A step that fails is told to the mouth, its error and its name, and is the end
 * of the child, or of the launcher, with 127: nothing runs that is not sealed. The program gets none of the
 * descriptors named here. */
#include <asm/unistd.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/resource.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/uio.h>

enum { KILL = 9, LANDLOCK_RESTRICT_SELF = 446, FAILED = 127 };
enum { SOL_SOCKET = 1, SCM_RIGHTS = 1, MSG_CTRUNC = 0x8, MSG_TRUNC = 0x20, MSG_CMSG_CLOEXEC = 0x40000000 };
/* as many as a program may get, with the ruleset; no descriptor of ours is below */
enum { MOST_PLACES = 11, MOST_SENT = MOST_PLACES + 1, PACKET_BYTES = 1 << 17 };

struct filter {
    struct sock_filter code[BPF_MAXINSNS];
    unsigned short length;
};
struct rights {
    unsigned long bytes;
    int level, kind;
    int files[MOST_SENT];
};
struct message {
    void *name;
    int name_bytes;
    struct iovec *parts;
    unsigned long part_count;
    void *control;
    unsigned long control_bytes;
    unsigned flags;
};

static long mouth = -1, mouths[2], keeper;
static unsigned own_pid;
static struct filter own, mine;
static char packet[PACKET_BYTES + 1], *words[PACKET_BYTES];

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

static void must_hold(int whether, const char *what) {
    must(whether ? 0 : -EINVAL, what);
}

static void hide(long descriptor) {
    must(call(__NR_fcntl, descriptor, F_SETFD, FD_CLOEXEC, 0), "descriptor");
    must_hold(descriptor >= MOST_PLACES, "descriptor");
}

static void read_filter(long file, struct filter *filter) {
    hide(file);
    long bytes = must(call(__NR_pread64, file, (long)filter->code, sizeof filter->code, 0), "filter");
    must_hold(bytes && bytes % sizeof *filter->code == 0, "filter");
    filter->length = bytes / sizeof *filter->code;
    call(__NR_close, file, 0, 0, 0);
}

static void load(struct filter *filter) {
    struct sock_fprog program = {filter->length, filter->code};
    must(call(__NR_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, (long)&program, 0), "seccomp");
}

static void end_with_the_keeper(void) {
    must(call(__NR_prctl, PR_SET_PDEATHSIG, KILL, 0, 0), "prctl");
    must(call(__NR_getppid, 0, 0, 0, 0) == keeper ? 0 : -ESRCH, "keeper");
}

/* The child. What it writes to this memory the launcher does not read again. */
static __attribute__((noinline, noreturn)) void
become(const char *recipe, const int *files, int count, long ruled, char **environment) {
    must(call(__NR_setsid, 0, 0, 0, 0), "setsid");
    end_with_the_keeper();
    for (int place = 0; place < count - ruled; place++)
        must(call(__NR_dup3, files[place + ruled], place, 0, 0), "dup3");
    must(call(__NR_chdir, (long)words[1], 0, 0, 0), "chdir");
    while (*recipe) {
        long kind = next(&recipe), most = next(&recipe);
        struct rlimit64 limit = {most, most};
        must(call(__NR_prlimit64, 0, kind, (long)&limit, 0), "setrlimit");
    }
    if (ruled) must(call(LANDLOCK_RESTRICT_SELF, files[0], 0, 0, 0), "landlock");
    unsigned pid = call(__NR_getpid, 0, 0, 0, 0);
    mine.length = own.length;
    for (int at = 0; at < own.length; at++) {
        mine.code[at] = own.code[at];
        if (mine.code[at].k == own_pid) mine.code[at].k = pid;
    }
    load(&mine);
    must(call(__NR_execve, (long)words[2], (long)(words + 2), (long)environment, 0), "execve");
    __builtin_unreachable();
}

static void split(long bytes) {
    int count = 0;
    packet[bytes] = 0;
    for (long at = 0; at < bytes; at++)
        if (!at || !packet[at - 1]) words[count++] = packet + at;
    words[count] = 0;
    must_hold(count > 2, "recipe");
}

/* Whether there was something to serve. */
static int serve(long wire, char **environment) {
    static struct rights rights;
    struct iovec part = {packet, PACKET_BYTES};
    struct message message = {0, 0, &part, 1, &rights, sizeof rights, 0};
    long bytes = must(call(__NR_recvmsg, wire, (long)&message, MSG_CMSG_CLOEXEC, 0), "recvmsg");
    if (!bytes) return 0;
    must_hold(!(message.flags & (MSG_TRUNC | MSG_CTRUNC)), "packet");
    must_hold(message.control_bytes && rights.level == SOL_SOCKET && rights.kind == SCM_RIGHTS, "packet");
    int count = (rights.bytes - (sizeof rights - sizeof rights.files)) / sizeof *rights.files;
    split(bytes);
    const char *recipe = words[0];
    mouth = mouths[next(&recipe) & 1];
    long ruled = next(&recipe) & 1;
    must_hold(ruled <= count && count - ruled <= MOST_PLACES, "packet");
    int child = must(call(__NR_clone, CLONE_PARENT | CLONE_VM | CLONE_VFORK, 0, 0, 0), "clone");
    if (!child) become(recipe, rights.files, count, ruled, environment);
    for (int at = 0; at < count; at++) call(__NR_close, rights.files[at], 0, 0, 0);
    must(call(__NR_write, wire, (long)&child, sizeof child, 0), "wire");
    return 1;
}

/* `stack` is as the kernel leaves it: the count, the words, a null, the environment. */
__attribute__((used)) void start(long *stack) {
    char **given = (char **)(stack + 1), **environment = given + stack[0] + 1;
    const char *recipe = stack[0] > 1 ? given[1] : "";
    long wire = next(&recipe);
    keeper = next(&recipe);
    long stay = next(&recipe), own_file = next(&recipe);
    own_pid = next(&recipe);
    mouth = mouths[0] = next(&recipe);
    mouths[1] = next(&recipe);
    hide(wire);
    hide(mouths[0]);
    hide(mouths[1]);
    for (int place = 0; place < MOST_PLACES; place++)
        must(call(__NR_dup3, wire, place, O_CLOEXEC, 0), "dup3");
    read_filter(stay, &mine);
    read_filter(own_file, &own);
    end_with_the_keeper();
    must(call(__NR_prctl, PR_SET_DUMPABLE, 0, 0, 0), "prctl");
    load(&mine);
    while (serve(wire, environment)) continue;
    call(__NR_exit_group, 0, 0, 0, 0);
    __builtin_unreachable();
}
