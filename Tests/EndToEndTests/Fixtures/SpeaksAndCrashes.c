/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Says more than the host takes at a time, completes, and crashes at once. */
#include "fixture.h"
#include <sys/socket.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    /* A completion of no run of its own, which is noted and ignored. */
    unsigned char packet[10] = {3};
    for (int count = 0; count < 2000; count++) send(3, packet, sizeof packet, MSG_NOSIGNAL);
    completion(titled(request, "changed"));
    __builtin_trap();
}
