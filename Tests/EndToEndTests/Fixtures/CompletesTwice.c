/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls back twice with different contents: the first counts. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content first = titled(request, "first"), second = titled(request, "second");
    (void)self;
    completion(first);
    completion(second);
}
