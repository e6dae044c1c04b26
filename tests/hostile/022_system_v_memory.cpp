// hostile: {entry: 22, expect: AC, why: System V and POSIX IPC objects outlive the run}
#include <mqueue.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "hostile.h"

int main() {
    int shm, sem, msg;
    refused("shmget", shm = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    refused("semget", sem = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600));
    refused("msgget", msg = msgget(IPC_PRIVATE, IPC_CREAT | 0600));
    refused("mq_open", mq_open("/hostile-queue", O_CREAT | O_RDWR, 0600, nullptr));
    mq_unlink("/hostile-queue");
    if (shm >= 0) shmctl(shm, IPC_RMID, nullptr);
    if (sem >= 0) semctl(sem, 0, IPC_RMID);
    if (msg >= 0) msgctl(msg, IPC_RMID, nullptr);
    done();
}
