// hostile: {entry: 32, expect: RE, message: "signal 6", why: the right answer and then abort}
#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    abort();
}
