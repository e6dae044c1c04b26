// hostile: {entry: 115, expect: AC, why: a file that never has a name still takes disk space}
#include "hostile.h"

int main() {
    for (auto& place : places()) refused("O_TMPFILE in " + place, open(place.c_str(), O_TMPFILE | O_RDWR, 0600), {EROFS, EOPNOTSUPP});
    done();
}
