// hostile: {entry: 33, expect: RE, message: "signal 9", why: a real SIGKILL that the judge did not send}
#include <signal.h>

#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    return kill(getpid(), SIGKILL);
}
