// hostile: {entry: 77, expect: AC, why: a key in the keyring of the user outlives the run}
#include "hostile.h"

int main() {
    const long process = -2, user = -4, unlink_ = 9;
    for (long ring : {process, user}) {
        long id = syscall(SYS_add_key, "user", "hostile", "x", 1, ring);
        refused("add_key to " + std::to_string(ring), id);
        if (id > 0) syscall(SYS_keyctl, unlink_, id, ring);
    }
    refused("keyctl", syscall(SYS_keyctl, 0, user, 1));
    refused("request_key", syscall(SYS_request_key, "user", "hostile-none", nullptr, process));
    done();
}
