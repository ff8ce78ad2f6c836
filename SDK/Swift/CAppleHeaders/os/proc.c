// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

#define _GNU_SOURCE
#include <malloc.h>
#include <os/proc.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// What counts toward RLIMIT_DATA: the kernel's own number, or what malloc holds where there is no
// /proc.
static size_t spent(void) {
    unsigned long long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "re");
    if (statm) {
        int found = fscanf(statm, "%*u %*u %*u %*u %*u %llu", &pages);
        fclose(statm);
        if (found == 1) return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
    }
    struct mallinfo2 heap = mallinfo2();
    return heap.arena + heap.hblkhd;
}

size_t os_proc_available_memory(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
    size_t used = spent();
    return used < limit.rlim_cur ? limit.rlim_cur - used : 0;
}
