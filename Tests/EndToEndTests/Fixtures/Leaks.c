/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes 100 KB in each run, and gives none of it back. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    static void *volatile last;
    char *taken = malloc(100 * 1024);
    if (!taken) abort();
    memset(taken, 1, 100 * 1024);
    last = taken;
    completion(titled(request, last ? "taken" : ""));
}
