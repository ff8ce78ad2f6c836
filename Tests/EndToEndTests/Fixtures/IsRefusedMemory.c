/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes memory as fast as it can and falls over when it is refused: a crash that is none. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
    for (;;) {
        char *block = malloc(16 << 20);
        if (!block) abort();
        memset(block, 1, 16 << 20);
    }
}
