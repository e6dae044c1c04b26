// hostile: {entry: 63, expect: AC, why: writes next to the answer; renames and replaces and deletes cases}
#include <sys/stat.h>

#include "hostile.h"

int main() {
    std::string answer = key("answer"), moved = answer + "-moved", mine = "hostile-" + std::to_string(getpid());
    for (auto& place : places()) {
        std::string path = place + "/" + mine;
        refused("create in " + place, open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600), {EROFS});
        unlink(path.c_str());
        refused("symlink in " + place, symlink(answer.c_str(), path.c_str()), {EROFS});
        unlink(path.c_str());
        refused("link in " + place, link(answer.c_str(), path.c_str()), {EROFS, EXDEV});
        unlink(path.c_str());
        refused("mkdir in " + place, mkdir(path.c_str(), 0700), {EROFS});
        rmdir(path.c_str());
    }
    refused("overwrite", open(answer.c_str(), O_WRONLY));
    refused("link", link(answer.c_str(), moved.c_str()));
    unlink(moved.c_str());
    refused("rename", rename(answer.c_str(), moved.c_str()));
    rename(moved.c_str(), answer.c_str());
    std::string itself(4096, '\0');
    itself.resize(std::max<ssize_t>(0, readlink("/proc/self/exe", itself.data(), itself.size())));
    refused("rename of itself", rename(itself.c_str(), (itself + "-moved").c_str()));
    rename((itself + "-moved").c_str(), itself.c_str());
    done();
}
