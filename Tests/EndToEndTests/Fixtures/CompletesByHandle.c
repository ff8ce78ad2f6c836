/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Completes through the host's table instead of the function. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)completion;
    host->complete(host, request, titled(request, "changed"));
}
