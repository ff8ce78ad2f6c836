/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers well, and then crashes. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    volatile int *nowhere = (volatile int *)16;
    (void)self;
    completion(titled(request, "changed"));
    *nowhere = 1;
}
