/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes it for granted that there is a proxy. */
#include "fixture.h"

static volatile char first;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    first = *getenv("http_proxy");
    completion(titled(request, "changed"));
}
