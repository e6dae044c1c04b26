// hostile: {entry: 78, expect: AC, why: the log of the kernel and bpf and perf and userfaultfd}
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sys/klog.h>

#include "hostile.h"

int main() {
    refused("syslog", klogctl(10, nullptr, 0));
    refused("kmsg", open("/dev/kmsg", O_RDONLY | O_NONBLOCK), {ENOENT});
    refused("kmsg for writing", open("/dev/kmsg", O_WRONLY), {ENOENT});
    refused("kallsyms", open("/proc/kallsyms", O_RDONLY), {ENOENT});
    refused("kcore", open("/proc/kcore", O_RDONLY), {ENOENT});
    bpf_attr map{};
    map.map_type = BPF_MAP_TYPE_ARRAY;
    map.key_size = map.value_size = 4;
    map.max_entries = 1;
    refused("bpf", syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
    perf_event_attr event{};
    event.type = PERF_TYPE_SOFTWARE;
    event.size = sizeof event;
    event.exclude_kernel = 1;
    refused("perf_event_open", syscall(SYS_perf_event_open, &event, 0, -1, -1, 0));
    refused("userfaultfd", syscall(SYS_userfaultfd, 1));
    refused("/dev/userfaultfd", open("/dev/userfaultfd", O_RDWR), {ENOENT});
    done();
}
