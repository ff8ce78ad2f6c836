/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes 6 MB of memory and 40 ms of CPU time, then answers. */
#include "fixture.h"
#include <sys/mman.h>
#include <time.h>

static uint64_t cpu_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    const size_t count = 6u << 20;
    uint64_t end = cpu_ns() + 40000000u;
    (void)self;
    char *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) _exit(1);
    memset(memory, 1, count);
    while (cpu_ns() < end) continue;
    completion(titled(request, "done"));
    munmap(memory, count);
}
