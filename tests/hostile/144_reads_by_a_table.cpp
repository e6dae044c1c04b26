// hostile: {entry: 144, expect: JE, reads: [secret, /etc/shadow], message: cannot be run without opening, why: a project's table says that its language reads secrets}
#include "hostile.h"

int main() {
    for (auto& path : {key("secret"), std::string("/etc/shadow")}) refused("open " + path, open(path.c_str(), O_RDONLY));
    done();
}
