/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Returns and never answers. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
}
