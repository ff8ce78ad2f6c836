/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Sends a completion, as the worker would, for a run that is not its own; then does its job. */
#include "fixture.h"
#include <sys/socket.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    for (uint64_t run = 0; run < 8; run++) {
        unsigned char packet[10] = {3};
        memcpy(packet + 1, &run, sizeof run);
        for (int descriptor = 3; descriptor < 16; descriptor++)
            send(descriptor, packet, sizeof packet, MSG_NOSIGNAL);
    }
    completion(titled(request, "changed"));
}
