/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Keeps 16 KB of each request. */
#include "fixture.h"

static void *volatile kept;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    kept = malloc(16 * 1024);
    if (kept) memset(kept, 1, 16 * 1024);
    completion(titled(request, "changed"));
}
