/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Does what it should: a new title, at once. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    completion(titled(request, "changed"));
}
