// hostile: {entry: 28, expect: WA, why: a NUL after the right answer is not white space}
#include "hostile.h"

int main() { write(1, "contained\n", 11); }
