/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers its first request alone. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static int count;
    (void)self;
    if (count++ > 0) return;
    completion(titled(request, "changed"));
}
