/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks for more memory than there is and uses what it did not get. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
    for (;;) {
        char *block = malloc(1 << 20);
        /* The compiler may not see that the block can be null. */
        __asm__ volatile("" : "+r"(block));
        for (size_t offset = 0; offset < 1 << 20; offset += 4096) block[offset] = 1;
    }
}
