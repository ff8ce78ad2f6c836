/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes where there is nothing. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    volatile int *nowhere = (volatile int *)16;
    (void)self;
    (void)request;
    (void)completion;
    *nowhere = 1;
}
