/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Overwrites what the C library keeps in front of a block, and frees it: the library notices. */
#include "fixture.h"

__attribute__((noinline)) static void release(char *block) {
    memset(block - 16, 0x41, 16);
    /* Writing what is about to be freed is no work that a compiler keeps. */
    __asm__ volatile("" : "+r"(block) : : "memory");
    free(block);
    __asm__ volatile("" ::: "memory");
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char *volatile block = malloc(64);
    (void)self;
    release(block);
    completion(titled(request, "changed"));
}
