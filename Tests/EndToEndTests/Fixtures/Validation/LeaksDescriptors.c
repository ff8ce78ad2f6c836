/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Opens a file for every fourth request and never closes it. */
#include "fixture.h"

#include <fcntl.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static int count;
    (void)self;
    if (count++ % 4 == 0 && open("/dev/null", O_RDONLY) < 0) return;
    completion(titled(request, "changed"));
}
