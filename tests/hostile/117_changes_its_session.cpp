// hostile: {entry: 117, expect: AC, why: hides from a kill of its group and joins the group of its keeper}
#include "hostile.h"

int main() {
    if (getsid(0) != getpid()) leaked("in the session of its keeper");
    refused("setsid", setsid());
    refused("setpgid", setpgid(0, getpgid(getppid())));
    refused("tcsetpgrp", tcsetpgrp(1, getpgrp()), {ENOTTY});
    done();
}
