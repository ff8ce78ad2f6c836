/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Works for ever. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    volatile unsigned long count = 0;
    (void)self;
    (void)request;
    (void)completion;
    for (;;) count++;
}
