// hostile: {entry: 24, expect: [AC, RE], why: 4000 threads with stacks of 16 KiB that wait for three seconds}
// The kernel refuses ordinary users. Root is killed.
#include <pthread.h>

#include "hostile.h"

int main() {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    int count = 0;
    for (pthread_t thread; count < 4000; ++count)
        if (pthread_create(&thread, &small, [](void*) -> void* { return sleep(10), nullptr; }, nullptr)) break;
    if (count == 4000) sleep(3), leaked("4000 threads");
    done();
}
