// hostile: {entry: 71, expect: AC, why: paths that are no paths get a plain error}
#include <sys/stat.h>

#include "hostile.h"

int main() {
    std::string longest(5000, 'x'), deep;
    for (int i = 0; i < 2500; ++i) deep += "a/";
    const char* volatile nothing = nullptr;
    const char* paths[] = {nothing, reinterpret_cast<const char*>(1), reinterpret_cast<const char*>(-1), "", "\xff\xfe\xed\xa0\x80", "%s%n%x",
                           "a\nb\r\x1b[2J", "../../../../../../\x7f\x7f", "\\x", longest.c_str(), deep.c_str()};
    struct stat info;
    for (auto path : paths) {
        if (syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0) != -1) leaked("opened an odd path");
        if (syscall(SYS_newfstatat, AT_FDCWD, path, &info, 0) != -1) leaked("found an odd path");
        if (syscall(SYS_execve, path, nullptr, nullptr) != -1) leaked("executed an odd path");
    }
    done();
}
