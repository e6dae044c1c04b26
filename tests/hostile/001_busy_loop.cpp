// hostile: {entry: 1, expect: TLE, why: busy loop}
#include "hostile.h"

int main() {
    burn(20);
    leaked("burnt 20 s");
    done();
}
