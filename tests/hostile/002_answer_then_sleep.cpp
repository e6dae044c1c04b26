// hostile: {entry: 2, expect: ILE, why: the right answer and then sleep}
#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    alarm(20);
    for (;;) pause();
}
