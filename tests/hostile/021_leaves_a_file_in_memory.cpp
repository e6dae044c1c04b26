// hostile: {entry: 21, expect: AC, why: a file in /dev/shm outlives the run}
#include <sys/mman.h>

#include "hostile.h"

int main() {
    refused("shm_open", shm_open("/hostile-shm", O_CREAT | O_RDWR, 0600));
    refused("open", open("/dev/shm/hostile-file", O_CREAT | O_WRONLY, 0600));
    refused("O_TMPFILE", open("/dev/shm", O_TMPFILE | O_RDWR, 0600));
    unlink("/dev/shm/hostile-file");
    shm_unlink("/hostile-shm");
    done();
}
