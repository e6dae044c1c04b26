// four threads burn 0.05 s each, then the main thread answers
#include <atomic>
#include <cstdio>
#include <ctime>
#include <thread>
#include <vector>
int main() {
    std::vector<std::thread> all;
    std::atomic<int> done{0};
    for (int i = 0; i < 4; i++)
        all.emplace_back([&] {
            timespec t;
            do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
            while (t.tv_nsec < 50000000);
            done++;
        });
    for (auto &one : all) one.join();
    printf("%d\n", done.load());
}
