// hostile: {entry: 141, expect: OLE, drawer: true, message: its files, why: thousands of small files}
#include "hostile.h"

int main() {
    static char block[1 << 16];
    for (int i = 0; i < 1 << 14; ++i) {
        int file = open(std::to_string(i).c_str(), O_CREAT | O_EXCL | O_RDWR, 0600);
        if (file == -1 || write(file, block, sizeof block) < 0) break;
        close(file);
    }
    done();
}
