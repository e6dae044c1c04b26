// hostile: {entry: 107, expect: RE, message: "signal 6", why: a message with its name would clear the screen}
#include <sys/prctl.h>

#include "hostile.h"

int main(int, char** argv) {
    memset(argv[0], '\x1b', strlen(argv[0]));
    prctl(PR_SET_NAME, "\x1b[2J) S 1 1\n(");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    abort();
}
