// hostile: {entry: 61, expect: AC, why: reads the answer by every call that opens a file}
#include <linux/openat2.h>
#include <sys/inotify.h>

#include "hostile.h"

int main() {
    std::string answer = key("answer"), name = answer.substr(answer.rfind('/') + 1), here = folder(answer);
    refused("open", open(answer.c_str(), O_RDONLY));
    refused("open by //", open(("//" + answer).c_str(), O_RDONLY));
    refused("open by the root of /proc", open(("/proc/self/root" + answer).c_str(), O_RDONLY));
    refused("open for appending", open(answer.c_str(), O_WRONLY | O_APPEND));
    open_how how{};
    refused("openat2", syscall(SYS_openat2, AT_FDCWD, answer.c_str(), &how, sizeof how));
    int path = open(answer.c_str(), O_PATH);  // names a file; opens nothing
    if (path >= 0) refused("open by its O_PATH", open(("/proc/self/fd/" + std::to_string(path)).c_str(), O_RDONLY));
    int dir = open(here.c_str(), O_PATH | O_DIRECTORY);
    if (dir >= 0) refused("openat", openat(dir, name.c_str(), O_RDONLY));
    if (chdir(here.c_str()) == 0) refused("open by its bare name", open(name.c_str(), O_RDONLY));
    refused("list its folder", open(here.c_str(), O_RDONLY | O_DIRECTORY));
    refused("watch its folder", inotify_add_watch(inotify_init(), here.c_str(), IN_ALL_EVENTS), {EBADF});
    done();
}
