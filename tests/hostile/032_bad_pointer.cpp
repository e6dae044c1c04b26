// hostile: {entry: 32, expect: RE, message: "signal 11", why: the right answer and then a write through a null pointer}
#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1;
}
