/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Exports a function of its own besides the entry; linked without the version script. */
#include "fixture.h"

BF_EXPORT int somebody_elses_business(void);

int somebody_elses_business(void) { return 1; }

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    completion(titled(request, "changed"));
}
