// hostile: {entry: 69, expect: AC, open_if: a writable box, why: folders so deep that a recursive clean-up fails}
#include <sys/stat.h>

#include "hostile.h"

int main() {
    for (auto& place : places()) {
        int depth = 0, top = open(place.c_str(), O_PATH | O_DIRECTORY);
        if (top < 0 || fchdir(top)) continue;
        for (; depth < 300 && mkdir("hostile-deep", 0700) == 0 && chdir("hostile-deep") == 0; ++depth) {}
        if (depth == 0) refused("mkdir in " + place, mkdir("hostile-deep", 0700), {EROFS});
        else leaked(std::to_string(depth) + " folders in " + place);
        for (; depth && chdir("..") == 0; --depth) rmdir("hostile-deep");
        if (!leaks.empty()) break;
    }
    done();
}
