/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Sends a drop as the worker would, without the right to it. */
#include "fixture.h"
#include <sys/socket.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
    for (uint64_t run = 0; run < 8; run++) {
        unsigned char packet[1 + 8 + 4 + 4] = {7, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 's', 'p'};
        memcpy(packet + 1, &run, sizeof run);
        memcpy(packet + 13, "spam", 4);
        send(3, packet, sizeof packet, MSG_NOSIGNAL);
    }
    for (;;) pause();
}
