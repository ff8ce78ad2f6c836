/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Says in a constructor, as the worker would before it, that the sandbox has failed. */
#include "fixture.h"
#include <sys/socket.h>

__attribute__((constructor)) static void construct(void) {
    unsigned char packet[] = {2, 1, 4, 0, 0, 0, 'l', 'i', 'e', 's'};
    send(3, packet, sizeof packet, MSG_NOSIGNAL);
    for (;;) pause();
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    completion(titled(request, "changed"));
}
