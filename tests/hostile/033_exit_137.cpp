// hostile: {entry: 33, expect: RE, message: "exit code 137", why: looks like SIGKILL to a shell}
#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    return 137;
}
