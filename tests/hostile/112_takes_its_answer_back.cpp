// hostile: {entry: 112, expect: [AC, WA], why: empties its output after the right answer; a pipe cannot be emptied}
#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    if (ftruncate(1, 0) == 0) lseek(1, 0, SEEK_SET);
}
