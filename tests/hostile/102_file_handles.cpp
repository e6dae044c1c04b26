// hostile: {entry: 102, expect: AC, why: a handle of a file is opened without its path}
#include "hostile.h"

int main() {
    struct { file_handle head; char room[128]; } handle{};
    handle.head.handle_bytes = sizeof handle.room;
    int mount = 0;
    refused("name_to_handle_at", name_to_handle_at(AT_FDCWD, key("answer").c_str(), &handle.head, &mount, 0));
    refused("open_by_handle_at", open_by_handle_at(AT_FDCWD, &handle.head, O_RDONLY));
    done();
}
