// hostile: {entry: 24, expect: [AC, RE], open: true, open_if: root, why: 1000 sleeping threads with stacks of 16 KiB}
// The kernel refuses ordinary users. Root is killed unless the program ends first.
#include <pthread.h>

#include "hostile.h"

int main() {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    int count = 0;
    for (pthread_t thread; count < 1000; ++count)
        if (pthread_create(&thread, &small, [](void*) -> void* { return sleep(10), nullptr; }, nullptr)) break;
    if (count == 1000) leaked("1000 threads");
    done();
}
