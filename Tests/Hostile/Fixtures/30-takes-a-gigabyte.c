/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Touches a gigabyte as fast as it can. */
#include "hostile.h"

#define GIGABYTE (1ul << 30)

static void *map(size_t count, int protection, int flags) {
    return mmap(NULL, count, protection, flags | MAP_ANONYMOUS, -1, 0);
}

static void *take_and_stay(void *unused) {
    for (;;) {
        char *block = malloc(1 << 20);
        if (block) memset(block, 1, 1 << 20);
    }
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    int both = PROT_READ | PROT_WRITE;
    if (acts(request, "later")) {
        char *space = map(GIGABYTE, PROT_NONE, MAP_PRIVATE | MAP_NORESERVE);
        for (size_t offset = 0; offset < GIGABYTE; offset += 1 << 20) {
            if (mprotect(space + offset, 1 << 20, both)) abort();
            memset(space + offset, 1, 1 << 20);
        }
    } else if (acts(request, "break")) {
        for (;;) {
            char *end = sbrk(1 << 20);
            if (end == (void *)-1) abort();
            memset(end, 1, 1 << 20);
        }
    } else if (acts(request, "threads")) {
        for (int thread = 0; thread < 8; thread++) start_thread(take_and_stay, NULL);
        for (;;) pause();
    } else if (acts(request, "blocks")) {
        for (;;) {
            char *block = malloc(16 << 20);
            if (!block) abort();
            memset(block, 1, 16 << 20);
        }
    } else {
        int kind = acts(request, "shared") ? MAP_SHARED : MAP_PRIVATE | MAP_NORESERVE;
        size_t step = acts(request, "at-once") ? GIGABYTE : 1 << 16;
        for (;;) {
            char *space = map(step, both, kind);
            if (space == MAP_FAILED) abort();
            memset(space, 1, step);
        }
    }
    for (;;) pause();
}
