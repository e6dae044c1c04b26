// hostile: {entry: 53, expect: AC, why: becomes a shell; only the program may be executed}
#include "hostile.h"

int main() {
    refused("sh", execl("/bin/sh", "sh", "-c", "echo LEAKED: a shell", nullptr));
    refused("dash", execl("/usr/bin/dash", "sh", "-c", "echo LEAKED: a shell", nullptr), {ENOENT});
    refused("python", execl("/usr/bin/python3", "python3", "-c", "print('LEAKED: a Python')", nullptr), {ENOENT});
    done();
}
