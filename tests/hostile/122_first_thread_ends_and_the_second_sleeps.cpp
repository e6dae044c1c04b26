// hostile: {entry: 122, expect: ILE, why: its first thread has ended while the second sleeps on}
#include <pthread.h>

#include <thread>

#include "hostile.h"

int main() {
    write(1, "contained\n", 10);
    std::thread([] { sleep(20), _exit(0); }).detach();
    pthread_exit(nullptr);
}
