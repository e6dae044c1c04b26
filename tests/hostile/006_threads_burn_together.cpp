// hostile: {entry: 6, expect: TLE, why: four threads of 0.14 s of CPU each under a limit of 0.2 s}
#include <thread>

#include "hostile.h"

int main() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([] { burn(0.14, CLOCK_THREAD_CPUTIME_ID); });
    for (auto& thread : threads) thread.join();
    leaked("the CPU time of threads was not summed");
    done();
}
