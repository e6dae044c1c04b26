// hostile: {entry: 10, expect: ILE, why: a byte every 100 ms keeps a limit on silence from firing}
#include "hostile.h"

int main() {
    for (int i = 0; i < 200; ++i) {
        write(1, "contained\n" + i % 10, 1);
        usleep(100'000);
    }
}
