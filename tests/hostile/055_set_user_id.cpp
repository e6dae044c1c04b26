// hostile: {entry: 55, expect: AC, why: no program that it starts may gain a privilege}
#include <sys/prctl.h>

#include "hostile.h"

int main() {
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) leaked("new privileges are allowed");
    for (auto program : {"/bin/su", "/bin/mount", "/usr/bin/passwd"})
        if (leaks.empty()) refused(program, execl(program, program, "--help", nullptr), {ENOENT});
    done();
}
