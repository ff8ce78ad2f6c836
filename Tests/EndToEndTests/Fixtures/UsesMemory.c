/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes memory until there is no more. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
    for (;;) {
        char *block = malloc(1 << 20);
        if (!block)
            pause();
        else
            memset(block, 1, 1 << 20);
    }
}
