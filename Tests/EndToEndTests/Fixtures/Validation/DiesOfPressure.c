/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Frees what it still uses when it is told that its memory runs out. */
#define FIXTURE_PRESSURE
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    completion(titled(request, "changed"));
}

static void pressure(void *self, uint64_t used, uint64_t limit) {
    (void)self;
    (void)used;
    (void)limit;
    abort();
}
