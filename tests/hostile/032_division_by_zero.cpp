// hostile: {entry: 32, expect: RE, message: "signal 8", why: the right answer and then a division by zero}
#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    volatile int zero = 0;
    return 137 / zero;
}
