// hostile: {entry: 53, expect: AC, open: true, open_if: a dynamic program, why: the dynamic loader runs any file that it can read}
// The file itself is not executed, so a rule on execution does not apply.
#include "hostile.h"

int main() {
    refused("ld.so", execl("/lib64/ld-linux-x86-64.so.2", "ld.so", "/bin/sh", "-c", "echo LEAKED: a shell", nullptr), {ENOENT});
    done();
}
