// hostile: {entry: 124, expect: RE, message: SIGXFSZ, why: raises the signal of the file size limit itself}
#include <signal.h>

#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    raise(SIGXFSZ);
}
