/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Shows how many requests there were. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static char title[] = "request 0";
    (void)self;
    if (title[8] < '9') title[8]++;
    completion(titled(request, title));
}
