/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Sleeps for NAP_MS milliseconds, and then completes. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    usleep(NAP_MS * 1000);
    completion(titled(request, "rested"));
}
