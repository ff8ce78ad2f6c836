/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Explains itself on a thread that is not the main one. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    host->explain(host, BF_STRING("all is well"));
    completion(titled(request, "changed"));
}
