/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Maps a gigabyte of memory in the place of addresses that it has reserved, which the kernel does not
 * hold to RLIMIT_DATA, and gives it back before it is loaded. */
#include "hostile.h"
#include <sys/mman.h>

__attribute__((constructor)) static void take(void) {
    size_t size = 1UL << 30;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *place = mmap(NULL, size, PROT_NONE, flags, -1, 0);
    if (place == MAP_FAILED) abort();
    place = mmap(place, size, PROT_READ | PROT_WRITE, flags | MAP_FIXED, -1, 0);
    if (place == MAP_FAILED) abort();
    memset(place, 1, 4096);
    sleep_ms(1000);
    munmap(place, size);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(titled(request, "changed"));
}
