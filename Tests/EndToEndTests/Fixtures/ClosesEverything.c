/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Closes every descriptor, the one to the host among them, and then answers. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    for (int descriptor = 0; descriptor < 64; descriptor++) close(descriptor);
    completion(titled(request, "changed"));
    for (;;) pause();
}
