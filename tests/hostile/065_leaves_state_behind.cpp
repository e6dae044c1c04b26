// hostile: {entry: 65, expect: AC, twice: true, why: finds remains of its last run}
#include "hostile.h"

int main() {
    for (auto& place : places()) {
        std::string path = place + "/hostile-state-" + std::to_string(getuid());
        if (unlink(path.c_str()) == 0) leaked("state of the last run in " + place);
        else refused("state in " + place, open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600), {EROFS});
    }
    done();
}
