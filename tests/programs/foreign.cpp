// makes a system call of another machine, which no filter can read
int main() {
#ifdef __x86_64__
    __asm__ volatile("int $0x80" ::"a"(20));
#endif
}
