// hostile: {entry: 122, expect: TLE, why: its first thread has ended while the second burns on}
#include <pthread.h>

#include <thread>

#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    std::thread([] { burn(20), _exit(0); }).detach();
    pthread_exit(nullptr);
}
